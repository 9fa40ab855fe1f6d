import { and, isNull, lt } from 'drizzle-orm'
import { pruneSecrets } from '@quaff/features/one-time-secrets/server'
import type { Services } from '@quaff/platform/server/context'
import { deleteOldInvitations } from './invitation-store'
import { secondFactors } from './tables'

const dayMs = 86_400_000

/** The secrets, and what else waits for a person who does not come back: invitations and unfinished authenticator apps. */
export async function deleteExpiredProofs(services: Services): Promise<void> {
  const { db, clock } = services
  const before = new Date(clock.now().getTime() - dayMs)
  await pruneSecrets(services)
  await deleteOldInvitations(db, clock.now())
  await db.delete(secondFactors).where(and(isNull(secondFactors.confirmedAt), lt(secondFactors.createdAt, before)))
}
