import { resolveRole } from '@quaff/features/accounts/rules'
import {
  type Account,
  addToInvitation,
  findAccountForUpdate,
  noteMoved,
  removeFromInvitation,
  removeMembership,
  removeMerchantFromAll,
  replaceMemberships,
} from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { lockMerchant } from '@quaff/features/merchants/server'
import { endSessions, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, type JobHandler, recordAudit, refuse } from '@quaff/platform/server'
import { accessLimits, type RemoveFromMerchantInput } from '../access-contract'
import { decideRemoval, decideRestore } from '../access-rules'
import { userPermissions } from '../permissions'
import { restoreRefusals, userActionRefusals } from '../refusals'
import { findRemoval, hasOtherOwner } from './access-store'
import { lockTarget } from './target-person'
import { publishUser } from './user-presenter'

/** G12: removes the user from one merchant's team and ends their sessions. The account stays. */
export async function removeFromMerchant(ctx: Context, input: RemoveFromMerchantInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.removeFromMerchant')
  const { userId, merchantId } = input
  const scope = scopeToMerchant(actor, merchantId)
  await inTransaction(ctx, async (tx) => {
    // The merchant first: of two owners who remove each other the second meets the last owner.
    const merchant = await lockMerchant(tx, scope)
    const { user, details: fields, merchantIds } = await lockTarget(tx, scope, { userId })
    const verdict = decideRemoval({
      actor,
      target: fields,
      isOwnerOnRecord: merchant.ownerId === userId,
      isLastOwner: !(await hasOtherOwner(tx, scope, userId)),
      isOnlyMerchant: merchantIds.length === 1,
    })
    if (!verdict.ok) throw refuse(userActionRefusals, verdict.reason, 'removeFromMerchant')
    await removeMembership(tx, { userId, merchantId }, ctx.clock.now())
    await removeFromInvitation(tx, userId, merchantId)
    await endSessions(tx, userId)
    const details = { by: actor.userId, merchantId }
    await addUserActivity(ctx, tx, { userId, action: 'merchants_changed', details })
    await recordAudit(ctx, tx, {
      action: 'remove_from_merchant',
      targetType: 'user',
      targetId: user.id,
      merchantId,
      before: { role: fields.role, status: fields.status, merchantIds },
      after: { merchantIds: merchantIds.filter((id) => id !== merchantId) },
    })
    await publishUser(tx, userId, [merchantId])
  })
  return { success: true }
}

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
    const verdict = decideRestore({ actorId: actor.userId, removal, account: account && detailsOf(account) })
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

const detailsOf = (account: Account) => ({
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

/** After a merchant was deleted: removes it from all users and ends their sessions (G15). */
export const forgetMerchantHandler: JobHandler = {
  maxAttempts: 20,
  async run(services, { merchantId }) {
    await inTransaction(services, async (tx) => {
      const team = await removeMerchantFromAll(tx, String(merchantId))
      await noteMoved(tx, team, services.clock.now())
      for (const userId of team) {
        await endSessions(tx, userId)
        await publishUser(tx, userId)
      }
    })
  },
}
