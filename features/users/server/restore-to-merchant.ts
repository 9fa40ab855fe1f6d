import { resolveRole } from '@quaff/features/accounts/rules'
import {
  addToInvitation,
  findAccountForUpdate,
  noteMoved,
  replaceMemberships,
  type Account,
} from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { lockMerchant } from '@quaff/features/merchants/server'
import { endSessions, scopeToMerchant } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { accessLimits, type RemoveFromMerchantInput } from '../access-contract'
import { restoreRefusals } from '../access-refusals'
import { decideRestore } from '../access-rules'
import { userPermissions } from '../permissions'
import { publishUser } from './publish-user'
import { findRemoval } from './removal-store'

/** Undoes an own removal of the last minutes: the merchant comes back at its place, with the role of the account. */
export async function restoreToMerchant(ctx: Context, input: RemoveFromMerchantInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.removeFromMerchant')
  const { userId, merchantId } = input
  const scope = scopeToMerchant(actor, merchantId)
  const now = ctx.clock.now()
  await inTransaction(ctx, async (tx) => {
    await lockMerchant(tx, scope)
    const account = await findAccountForUpdate(tx, userId)
    const since = new Date(now.getTime() - accessLimits.undoRemovalMs)
    const removal = await findRemoval(tx, scope, { userId, since })
    const verdict = decideRestore({ actorId: actor.userId, removal, account: account && factsOf(account) })
    if (!verdict.ok || !account) throw refuse(restoreRefusals, verdict.ok ? 'UNDO_OVER' : verdict.reason)
    const merchantIds = inFormerOrder(removal?.before?.['merchantIds'], [...account.merchantIds, merchantId])
    await replaceMemberships(tx, userId, merchantIds)
    await noteMoved(tx, [userId], now)
    await addToInvitation(tx, userId, merchantId)
    await endSessions(tx, userId)
    const details = { by: actor.userId, merchantId }
    await addUserActivity(ctx, tx, { userId, action: 'merchants_changed', details })
    await recordAudit(ctx, tx, {
      action: 'restore_to_merchant',
      targetType: 'user',
      targetId: userId,
      merchantId,
      before: { merchantIds: account.merchantIds },
      after: { merchantIds },
    })
    await publishUser(tx, userId, [merchantId])
  })
  return { success: true }
}

const factsOf = (account: Account) => ({
  role: resolveRole(account),
  status: account.status,
  merchantIds: account.merchantIds,
})

/** The first merchant is the one that is open after the sign-in. */
function inFormerOrder(former: unknown, merchantIds: readonly string[]): string[] {
  const order: unknown[] = Array.isArray(former) ? former : []
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  return merchantIds.toSorted((one, another) => place(one) - place(another))
}
