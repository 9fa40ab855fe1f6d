import type { Context } from '@quaff/platform/server/context'
import { describeUse } from '@quaff/platform/server/passkeys/web-authn'
import { throttleNetwork } from '../../server/sign-in-throttle'
import { passkeyLimits, type Use } from '../contract'
import { newChallenge } from './challenges'
import { requireRelyingParty } from './relying-party'

/** The same for everybody: no address is asked for, and no passkey is named. */
export async function beginPasskeySignIn(ctx: Context): Promise<Use> {
  await throttleNetwork(ctx, 'passkeyAskPerNetwork')
  const party = requireRelyingParty(ctx)
  const challenge = await newChallenge(ctx, { for: 'sign_in' })
  return describeUse(party, { challenge, timeoutMs: passkeyLimits.challengeMs })
}
