import type { Context, Transaction } from '@quaff/platform/server/context'
import { userActivity } from '../tables'

const longestUserAgent = 512

/** The server fills in time and program; the caller can forge neither. */
export async function addUserActivity(
  ctx: Context,
  tx: Transaction,
  entry: { userId: string; action: string; details: Record<string, unknown> },
): Promise<void> {
  await tx.insert(userActivity).values({
    id: ctx.ids.newId('act'),
    ...entry,
    userAgent: ctx.request.userAgent.slice(0, longestUserAgent),
    occurredAt: ctx.clock.now(),
  })
}
