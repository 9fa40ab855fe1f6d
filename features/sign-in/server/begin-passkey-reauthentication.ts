import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { describeUse } from '@quaff/platform/server/passkeys/web-authn'
import { passkeyLimits, type Use } from '../passkeys/contract'
import { newChallenge } from '../passkeys/server/challenges'
import { listCredentialsOf } from '../passkeys/server/passkey-store'
import { requireRelyingParty } from '../passkeys/server/relying-party'
import { throttlePasskeyChange } from './sign-in-throttle'

/** Names the passkeys of the account: one of another would be refused. */
export async function beginPasskeyReauthentication(ctx: Context): Promise<Use> {
  const { userId, sessionId } = requireUser(ctx.actor)
  await throttlePasskeyChange(ctx, userId)
  const party = requireRelyingParty(ctx)
  const known = await listCredentialsOf(ctx.db, userId)
  const challenge = await newChallenge(ctx, { for: 'reauthentication', userId, sessionId })
  return describeUse(party, { challenge, timeoutMs: passkeyLimits.challengeMs, known })
}
