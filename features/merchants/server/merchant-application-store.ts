import type { Context, Transaction } from '@quaff/platform/server/context'
import { merchantApplications } from './tables'

/** The application of a new venue, before its owner has set anything up (decisions, "Application to live"). */
export async function createApplication(
  ctx: Context,
  tx: Transaction,
  application: { userId: string; venueName: string; email: string },
): Promise<string> {
  const id = ctx.ids.newId('app')
  const now = ctx.clock.now()
  await tx.insert(merchantApplications).values({
    id,
    userId: application.userId,
    status: 'pending_setup',
    business: { name: application.venueName, businessName: application.venueName, email: application.email },
    createdAt: now,
    updatedAt: now,
  })
  return id
}
