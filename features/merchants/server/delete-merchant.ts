import { removeMembership } from '@quaff/features/accounts/server'
import { endSessions, scopeToMerchant } from '@quaff/features/sessions/server'
import {
  adminRole,
  authorize,
  type Context,
  enqueueJob,
  inTransaction,
  recordAudit,
  refuse,
} from '@quaff/platform/server'
import { merchantEvents } from '../contract'
import { decideDeletion } from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { deletionRefusals } from '../refusals'
import { unlinkApplications } from './application-store'
import { countUsage } from './merchant-counts-store'
import { deleteMerchantRow } from './merchant-record-store'
import { lockVersion } from './record-lifecycle'

/** Job for features with data beyond rows that reference the merchant. Payload: `{ merchantId }`. */
export const forgetMerchantKind = 'forget_merchant'

export type Deletion = { merchantId: string; version: number; confirmName: string }

/** Its locations, plans, promotions, bank account and images go with it; the audit trail keeps its name. */
export async function deleteMerchant(ctx: Context, input: Deletion): Promise<{ success: true }> {
  const { merchantId, version, confirmName } = input
  const actor = authorize(ctx.actor, merchantPermissions, 'merchant.delete')
  const scope = scopeToMerchant(actor, merchantId)
  const ownMerchants = actor.role === adminRole ? undefined : actor.merchantIds.length
  await inTransaction(ctx, async (tx) => {
    const merchant = await lockVersion(tx, scope, version)
    const usage = await countUsage(tx, scope)
    const verdict = decideDeletion({ ...usage, ...merchant, confirmName, ownMerchants })
    if (!verdict.ok) throw refuse(deletionRefusals, verdict.reason)
    await unlinkApplications(tx, merchant, ctx.clock.now())
    await deleteMerchantRow(tx, merchant)
    if (ownMerchants !== undefined) {
      // The job ends the sessions of the team, but an owner goes on with the other venues.
      await removeMembership(tx, { userId: actor.userId, merchantId }, ctx.clock.now())
      await endSessions(tx, actor.userId, actor.sessionId)
    }
    await enqueueJob(ctx, tx, { kind: forgetMerchantKind, payload: { merchantId } })
    await recordAudit(ctx, tx, {
      action: 'delete_merchant',
      targetType: 'merchant',
      event: merchantEvents.deleted,
      targetId: merchantId,
      merchantId,
      before: { name: merchant.name, status: merchant.status, ownerId: merchant.ownerId },
    })
  })
  return { success: true }
}
