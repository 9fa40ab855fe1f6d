import type { Context } from '@quaff/platform/server/context'
import { isWithinLimit } from '@quaff/platform/server/rate-limits'

/** Those whose mailbox may get one more mail within this hour; counted before the transaction, which would hold the counter. */
export async function mayResend(ctx: Context, entries: readonly { id: string }[]): Promise<Set<string>> {
  const allowed = new Set<string>()
  for (const { id } of entries) if (await isWithinLimit(ctx, 'waitlistResendPerEntry', id)) allowed.add(id)
  return allowed
}
