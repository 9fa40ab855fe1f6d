import { type Account, findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { consumeToken, issueSecret } from '@quaff/features/one-time-secrets/server'
import type { Session } from '@quaff/features/sessions/contract'
import { openSession } from '@quaff/features/sessions/server'
import { type Context, inTransaction, queueMail, recordAudit, refuse, type Transaction } from '@quaff/platform/server'
import { checkUse, type RelyingParty, describeUse } from '@quaff/platform/server/web-authn'
import { entryRefusals } from '../../refusals'
import { decideEntry } from '../../rules'
import { enter, detailsOf, refuseOtherWays, rememberBrowser } from '../../server/enter'
import { throttleNetwork } from '../../server/sign-in-throttle'
import { passkeyLimits, type PasskeySignInInput, type UsedCredential, type Use } from '../contract'
import { passkeyRefusals } from '../refusals'
import { isCounterAhead, relyingPartyOf } from '../rules'
import { passkeyCopiedMail } from './passkey-emails'
import { findPasskey, lockPasskey, markPasskeyUsed, stopPasskey } from './passkey-store'

type CheckedPasskey = {
  userId: string
  /**
   * Under the lock of the account, in the transaction of what it opens. `copied` must be committed and refused after it:
   * the passkey is stopped by then. `gone`: removed since it was checked.
   */
  consume(tx: Transaction, account: Account): Promise<'taken' | 'copied' | 'gone'>
}

/** Consumes the challenge, then verifies. Null: unknown, or an invalid signature. */
export async function checkPasskey(
  ctx: Context,
  use: ChallengeUse,
  { challenge, credential }: PasskeySignInInput,
): Promise<CheckedPasskey | null> {
  const party = requireRelyingParty(ctx)
  if (!(await takeChallenge(ctx, use, challenge))) throw refuse(passkeyRefusals, 'PASSKEY_TOO_LATE')
  const passkey = await findPasskey(ctx.db, credential.id)
  const used = passkey && isOwnerNamed(passkey, credential) && (await checkUse(party, challenge, credential, passkey))
  if (!used) return null
  return {
    userId: passkey.userId,
    async consume(tx, account) {
      const existing = await lockPasskey(tx, passkey.id)
      if (!existing) return 'gone'
      if (existing.stoppedAt !== null) return 'copied'
      if (isCounterAhead(existing.counter, used.counter)) {
        await markPasskeyUsed(tx, passkey.id, { ...used, now: ctx.clock.now() })
        return 'taken'
      }
      await stopCopied(ctx, tx, account, { id: passkey.id, name: existing.name })
      return 'copied'
    },
  }
}

/** The handle that the account gave when the passkey was made. */
const isOwnerNamed = ({ userId }: { userId: string }, { response }: UsedCredential) =>
  response.userHandle === Buffer.from(userId).toString('base64url')

/** The signer may be the owner or a copier: neither is let in, and the owner is notified. */
async function stopCopied(ctx: Context, tx: Transaction, account: Account, passkey: { id: string; name: string }) {
  const { id: userId, email: to, emailIsPlaceholder: isPlaceholder } = account
  await stopPasskey(tx, passkey.id, ctx.clock.now())
  await addUserActivity(ctx, tx, { userId, action: 'passkey_stopped', details: { device: passkey.name } })
  await recordAudit(ctx, tx, { action: 'stop_passkey', targetType: 'user', targetId: userId })
  await queueMail(ctx, tx, { to, isPlaceholder, ...passkeyCopiedMail(passkey.name) })
}

/** A person who signs in is not known yet; everything else belongs to the session that began it. */
type ChallengeUse = { for: 'sign_in' } | { for: 'adding' | 'reauthentication'; userId: string; sessionId: string }

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

function bind(use: ChallengeUse, challenge: string) {
  const bound = use.for === 'sign_in' ? [use.for] : [use.for, use.userId, use.sessionId]
  return JSON.stringify([...bound, challenge])
}

export function requireRelyingParty(ctx: Context): RelyingParty {
  const party = relyingPartyOf(new URL(ctx.settings.baseUrl))
  if (!party) throw refuse(passkeyRefusals, 'PASSKEYS_OFF')
  return party
}

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
