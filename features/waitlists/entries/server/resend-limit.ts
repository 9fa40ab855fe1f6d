import type { Context } from '@quaff/platform/server/context'
import { takeFromLimit } from '@quaff/platform/server/rate-limit'
import { isRefusal } from '@quaff/platform/shared/refusal'
import { entryLimits } from '../contract'

const perEntry = { name: 'waitlist-resend', limit: entryLimits.resendsPerHour, windowMs: 3_600_000 }

/** Those whose mailbox may get one more mail within this hour; counted before the transaction, which would hold the counter. */
export async function mayResend(ctx: Context, entries: readonly { id: string }[]): Promise<Set<string>> {
  const allowed = new Set<string>()
  for (const { id } of entries) {
    try {
      await takeFromLimit(ctx, perEntry, id, '')
      allowed.add(id)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }
  return allowed
}
