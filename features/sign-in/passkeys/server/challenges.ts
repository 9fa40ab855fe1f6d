import { issueSecret, consumeToken } from '@quaff/features/one-time-secrets/server'
import type { Context } from '@quaff/platform/server/context'
import { passkeyLimits } from '../contract'

/** A person who signs in is not known yet; everything else belongs to the session that began it. */
export type ChallengeUse =
  | { for: 'sign_in' }
  | { for: 'adding' | 'reauthentication'; userId: string; sessionId: string }

const purpose = 'passkey_challenge'

export async function newChallenge(ctx: Context, use: ChallengeUse): Promise<string> {
  const challenge = ctx.secrets.newToken()
  await issueSecret(ctx, ctx.db, { purpose, secret: bind(use, challenge), lifetimeMs: passkeyLimits.challengeMs })
  return challenge
}

/** Uses it up before anything is compared, so that each is good for one attempt. Returns false if unknown, used or expired. */
export async function takeChallenge(ctx: Context, use: ChallengeUse, challenge: string): Promise<boolean> {
  return (await consumeToken(ctx, ctx.db, { purposes: [purpose], token: bind(use, challenge) })) !== null
}

function bind(use: ChallengeUse, challenge: string): string {
  const bound = use.for === 'sign_in' ? [use.for] : [use.for, use.userId, use.sessionId]
  return JSON.stringify([...bound, challenge])
}
