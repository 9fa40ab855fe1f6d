import { type Account, findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import type { Session } from '@quaff/features/sessions/contract'
import { openSession } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { checkUse } from '@quaff/platform/server/passkeys/web-authn'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { entryRefusals } from '../../refusals'
import { decideEntry } from '../../rules'
import { factsOf } from '../../server/account-role'
import { enter } from '../../server/enter'
import { rememberBrowser } from '../../server/known-browser'
import { throttleNetwork } from '../../server/sign-in-throttle'
import type { PasskeySignInInput, UsedCredential } from '../contract'
import { passkeyRefusals } from '../refusals'
import { isCounterAhead } from '../rules'
import { takeChallenge } from './challenge-store'
import { passkeyCopiedMail } from './passkey-emails'
import { findPasskey, lockPasskey, markPasskeyUsed, stopPasskey } from './passkey-store'
import { requireRelyingParty } from './relying-party'

/** What one has, opened by what one is or knows: both factors at once, so no second step is asked (0055). */
export async function signInWithPasskey(ctx: Context, input: PasskeySignInInput): Promise<Session> {
  await throttleNetwork(ctx, 'passkeyPerNetwork', 'Too many sign-in attempts. Try again in a minute.')
  const { passkey, used } = await checkPasskey(ctx, input)
  const opened = await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, passkey.userId)
    // Removed, or removed with its account, since it was checked.
    const known = account && (await lockPasskey(tx, passkey.id))
    if (!known) throw refuse(passkeyRefusals, 'WRONG_PASSKEY')
    if (known.stoppedAt !== null) return 'copied'
    if (!isCounterAhead(known.counter, used.counter)) {
      await stopCopied(ctx, tx, account, { id: passkey.id, name: known.name })
      return 'copied'
    }
    const verdict = decideEntry(factsOf(account))
    if (!verdict.ok) throw refuse(entryRefusals, verdict.reason)
    await markPasskeyUsed(tx, passkey.id, { ...used, now: ctx.clock.now() })
    const details = { method: 'passkey', browser: rememberBrowser(ctx, account) }
    await addUserActivity(ctx, tx, { userId: account.id, action: 'sign_in', details })
    return openSession(ctx, tx, account.id, { passwordSetup: false })
  })
  if (opened === 'copied') throw refuse(passkeyRefusals, 'PASSKEY_COPIED')
  return enter(ctx, opened)
}

async function checkPasskey(ctx: Context, { challenge, credential }: PasskeySignInInput) {
  const party = requireRelyingParty(ctx)
  if (!(await takeChallenge(ctx, { for: 'sign_in' }, challenge))) throw refuse(passkeyRefusals, 'PASSKEY_TOO_LATE')
  const passkey = await findPasskey(ctx.db, credential.id)
  const used = passkey && isOwnerNamed(passkey, credential) && (await checkUse(party, challenge, credential, passkey))
  if (!used) throw refuse(passkeyRefusals, 'WRONG_PASSKEY')
  return { passkey, used }
}

/** The handle that the account gave when the passkey was made. */
const isOwnerNamed = ({ userId }: { userId: string }, { response }: UsedCredential) =>
  response.userHandle === Buffer.from(userId).toString('base64url')

/** Whoever signs in here may be its owner or whoever has copied it: neither is let in, and the owner is told. */
async function stopCopied(ctx: Context, tx: Transaction, account: Account, passkey: { id: string; name: string }) {
  const { id: userId, email: to, emailIsPlaceholder: isPlaceholder } = account
  await stopPasskey(tx, passkey.id, ctx.clock.now())
  await addUserActivity(ctx, tx, { userId, action: 'passkey_stopped', details: { device: passkey.name } })
  await recordAudit(ctx, tx, { action: 'stop_passkey', targetType: 'user', targetId: userId })
  await queueMail(ctx, tx, { to, isPlaceholder, ...passkeyCopiedMail(passkey.name) })
}
