import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { MarkSeenInput } from '../contract'
import { saveSeen } from './preferences-store'

/** A note of the person's own, like that of a last visit: it is no matter for the audit log. */
export async function markSeen(ctx: Context, { asOf }: MarkSeenInput = {}): Promise<{ success: true }> {
  const { userId } = requireUser(ctx.actor)
  const now = ctx.clock.now()
  // Nobody has seen what is still to come.
  const seenAt = asOf && asOf < now ? asOf : now
  await inTransaction(ctx, (tx) => saveSeen(tx, userId, seenAt, now))
  return { success: true }
}
