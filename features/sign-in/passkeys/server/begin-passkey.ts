import { requireRecentSignIn } from '@quaff/features/sessions/server'
import type { Context } from '@quaff/platform/server/context'
import { describeCreation } from '@quaff/platform/server/passkeys/web-authn'
import { product } from '@quaff/platform/shared/product'
import { refuse } from '@quaff/platform/shared/refusal'
import { throttlePasskeyChange } from '../../server/sign-in-throttle'
import { passkeyLimits, type Creation } from '../contract'
import { passkeyRefusals } from '../refusals'
import { mayAddPasskey } from '../rules'
import { newChallenge } from './challenges'
import { listCredentialsOf } from './passkey-store'
import { requireRelyingParty } from './relying-party'

/** Authenticators that hold one of this account are named, so that none makes a second. */
export async function beginPasskey(ctx: Context): Promise<Creation> {
  const { userId, sessionId, email, displayName } = requireRecentSignIn(ctx)
  await throttlePasskeyChange(ctx, userId)
  const party = { ...requireRelyingParty(ctx), name: product.name }
  const known = await listCredentialsOf(ctx.db, userId)
  const verdict = mayAddPasskey(known.length)
  if (!verdict.ok) throw refuse(passkeyRefusals, verdict.reason)
  const challenge = await newChallenge(ctx, { for: 'adding', userId, sessionId })
  const user = { id: userId, name: email, displayName: displayName ?? email }
  return describeCreation(party, user, { challenge, timeoutMs: passkeyLimits.challengeMs, known })
}
