import { and, isNull, lt } from 'drizzle-orm'
import type { Services } from '@quaff/platform/server/context'
import { deleteOldInvitations } from '../merchant-invitations/server/invitation-store'
import { deleteExpiredAttempts } from '../single-sign-on/server/attempt-store'
import { emailChanges, emailCodes, passkeyChallenges, secondFactors, signInLinks } from './tables'

const dayMs = 86_400_000

/** A day of grace keeps the answer "expired" apart from "never existed" while somebody may still ask. */
export async function deleteExpiredProofs({ db, clock }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - dayMs)
  await db.delete(signInLinks).where(lt(signInLinks.expiresAt, before))
  await db.delete(emailCodes).where(lt(emailCodes.expiresAt, before))
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, clock.now()))
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, before))
  await deleteExpiredAttempts(db, clock.now())
  await deleteOldInvitations(db, clock.now())
  await db.delete(secondFactors).where(and(isNull(secondFactors.confirmedAt), lt(secondFactors.createdAt, before)))
}
