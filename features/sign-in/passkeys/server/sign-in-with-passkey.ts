import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import type { Session } from '@quaff/features/sessions/contract'
import { openSession } from '@quaff/features/sessions/server'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { describeUse } from '@quaff/platform/server/web-authn'
import { refuse } from '@quaff/platform/shared/refusal'
import { entryRefusals } from '../../refusals'
import { decideEntry } from '../../rules'
import { enter, detailsOf, refuseOtherWays } from '../../server/enter'
import { rememberBrowser } from '../../server/known-browser'
import { throttleNetwork } from '../../server/sign-in-throttle'
import { passkeyLimits, type PasskeySignInInput, type Use } from '../contract'
import { passkeyRefusals } from '../refusals'
import { checkPasskey, newChallenge, requireRelyingParty } from './check-passkey'

/** Possession plus biometrics or PIN: both factors, so there is no second step (0055). */
export async function signInWithPasskey(ctx: Context, input: PasskeySignInInput): Promise<Session> {
  await throttleNetwork(ctx, 'passkeyPerNetwork', 'Too many sign-in attempts. Try again in a minute.')
  const passkey = await checkPasskey(ctx, { for: 'sign_in' }, input)
  if (!passkey) throw refuse(passkeyRefusals, 'WRONG_PASSKEY')
  const opened = await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, passkey.userId)
    const outcome = account ? await passkey.consume(tx, account) : 'gone'
    if (!account || outcome === 'gone') throw refuse(passkeyRefusals, 'WRONG_PASSKEY')
    if (outcome === 'copied') return outcome
    const verdict = decideEntry(detailsOf(account))
    if (!verdict.ok) throw refuse(entryRefusals, verdict.reason)
    refuseOtherWays(ctx, account)
    const details = { method: 'passkey', browser: rememberBrowser(ctx, account) }
    await addUserActivity(ctx, tx, { userId: account.id, action: 'sign_in', details })
    return openSession(ctx, tx, account.id, { passwordSetup: false })
  })
  if (opened === 'copied') throw refuse(passkeyRefusals, 'PASSKEY_COPIED')
  return enter(ctx, opened)
}

/** The response is the same for everyone: it needs no address and names no passkey. */
export async function beginPasskeySignIn(ctx: Context): Promise<Use> {
  await throttleNetwork(ctx, 'passkeyAskPerNetwork')
  const party = requireRelyingParty(ctx)
  const challenge = await newChallenge(ctx, { for: 'sign_in' })
  return describeUse(party, { challenge, timeoutMs: passkeyLimits.challengeMs })
}
