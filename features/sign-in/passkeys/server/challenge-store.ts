import { and, eq, gt } from 'drizzle-orm'
import type { Context, Database } from '@quaff/platform/server/context'
import { passkeyChallenges } from '../../server/tables'
import { passkeyLimits } from '../contract'

/** Whoever signs in is nobody yet; all else belongs to the session that has begun it. */
export type ChallengeUse =
  | { for: 'sign_in' }
  | { for: 'adding' | 'reauthentication'; userId: string; sessionId: string }

export async function newChallenge(ctx: Context, use: ChallengeUse): Promise<string> {
  const challenge = ctx.secrets.newToken()
  const expiresAt = new Date(ctx.clock.now().getTime() + passkeyLimits.challengeMs)
  await ctx.db.insert(passkeyChallenges).values({ id: hashChallenge(ctx, use, challenge), expiresAt })
  return challenge
}

/** Uses it up before anything is compared, so that each is good for one try; false when it is unknown, used, or too old. */
export async function takeChallenge(ctx: Context, use: ChallengeUse, challenge: string): Promise<boolean> {
  const taken = await deleteOpen(ctx.db, hashChallenge(ctx, use, challenge), ctx.clock.now())
  return taken.length > 0
}

const deleteOpen = (db: Database, id: string, now: Date) =>
  db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.id, id), gt(passkeyChallenges.expiresAt, now)))
    .returning({ id: passkeyChallenges.id })

function hashChallenge(ctx: Context, use: ChallengeUse, challenge: string): string {
  const bound = use.for === 'sign_in' ? [use.for] : [use.for, use.userId, use.sessionId]
  return ctx.secrets.hash(`passkey_challenge:${JSON.stringify([...bound, challenge])}`)
}
