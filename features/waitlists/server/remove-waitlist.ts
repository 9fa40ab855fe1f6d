import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { RemoveWaitlistInput } from '../contract'
import { waitlistPermissions } from '../permissions'
import { waitlistRefusals } from '../refusals'
import { lockVersion } from './update-waitlist'
import { deleteWaitlist, isEmptyWaitlist } from './waitlist-store'

/** Only while nobody stands on it; a removed person still does, so that nobody loses who was asked to leave. */
export async function removeWaitlist(ctx: Context, input: RemoveWaitlistInput): Promise<{ success: true }> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.manage')
  await inTransaction(ctx, async (tx) => {
    const { id, name, slug } = await lockVersion(tx, input)
    if (!(await isEmptyWaitlist(tx, id))) throw refuse(waitlistRefusals, 'NOT_EMPTY')
    await deleteWaitlist(tx, id)
    await recordAudit(ctx, tx, {
      action: 'delete_waitlist',
      targetType: 'waitlist',
      targetId: id,
      before: { name, slug },
    })
  })
  return { success: true }
}
