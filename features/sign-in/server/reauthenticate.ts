import { type Account, findAccountByEmail, findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { checkCode, consumeSecret, replaceSecret } from '@quaff/features/one-time-secrets/server'
import { markAuthenticated } from '@quaff/features/sessions/server'
import {
  type Context,
  inTransaction,
  platformRefusals,
  queueMail,
  refuse,
  requireSignedIn,
  requireUser,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import { describeUse } from '@quaff/platform/server/web-authn'
import { type ReauthenticateInput, signInLimits } from '../contract'
import { passkeyLimits, type PasskeySignInInput, type Use } from '../passkeys/contract'
import { passkeyRefusals } from '../passkeys/refusals'
import { checkPasskey, newChallenge, requireRelyingParty } from '../passkeys/server/check-passkey'
import { listCredentialsOf } from '../passkeys/server/passkey-store'
import { signInRefusals } from '../refusals'
import { reauthenticationCodeMail } from './sign-in-emails'
import { throttlePasskeyChange, throttleReauthentication, throttleReauthenticationMail } from './sign-in-throttle'

/** G22: proves identity again; only this session's sign-in counts as recent. */
export async function reauthenticate(ctx: Context, input: ReauthenticateInput): Promise<{ success: true }> {
  const actor = requireSignedIn(ctx.actor)
  await throttleReauthentication(ctx, actor.userId)
  const proof = await checkProof(ctx, actor, input)
  const outcome = await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, actor.userId)
    if ((await proof.confirm(tx, account)) === 'copied') return 'copied'
    if (!(await markAuthenticated(tx, actor.sessionId, ctx.clock.now()))) throw refuse(platformRefusals, 'SIGNED_OUT')
    await addUserActivity(ctx, tx, {
      userId: actor.userId,
      action: 'reauthenticated',
      details: { method: proof.method },
    })
    return 'confirmed'
  })
  if (outcome === 'copied') throw refuse(passkeyRefusals, 'PASSKEY_COPIED')
  return { success: true }
}

/** Confirmed under the lock of the account: hashing and typing take long enough for it to have changed. */
type Proof = {
  method: 'password' | 'code' | 'passkey'
  /** `copied` stops the passkey, which is committed before it is refused. */
  confirm(tx: Transaction, account: Account | null): Promise<'confirmed' | 'copied'>
}

function checkProof(ctx: Context, actor: UserActor, input: ReauthenticateInput) {
  if ('password' in input) return checkPassword(ctx, actor, input.password)
  return 'code' in input ? checkMailedCode(ctx, actor, input) : checkOwnPasskey(ctx, actor, input)
}

async function checkPassword(ctx: Context, actor: UserActor, password: string): Promise<Proof> {
  const existing = (await findAccountByEmail(ctx.db, actor.email))?.passwordHash ?? null
  const isRight = await ctx.passwords.verify(password, existing)
  if (!isRight || existing === null) throw refuse(signInRefusals, 'WRONG_PASSWORD')
  return {
    method: 'password',
    async confirm(_, account) {
      if (account?.passwordHash !== existing) throw refuse(signInRefusals, 'WRONG_PASSWORD')
      return 'confirmed'
    },
  }
}

async function checkMailedCode(ctx: Context, actor: UserActor, { code }: { code: string }): Promise<Proof> {
  const { userId, sessionId } = actor
  const codes = { holder: { userId }, purpose: 'reauthentication', attempts: signInLimits.codeTries } as const
  const existing = await checkCode(ctx, codes, { code, boundTo: [sessionId] })
  if (!existing) throw refuse(signInRefusals, 'INVALID_CODE')
  return {
    method: 'code',
    async confirm(tx, account) {
      // A user who has set a password since must use that.
      if (account?.passwordHash !== null || !(await consumeSecret(tx, existing.id, ctx.clock.now())))
        throw refuse(signInRefusals, 'INVALID_CODE')
      return 'confirmed'
    },
  }
}

async function checkOwnPasskey(ctx: Context, actor: UserActor, input: PasskeySignInInput): Promise<Proof> {
  const { userId, sessionId } = actor
  const passkey = await checkPasskey(ctx, { for: 'reauthentication', userId, sessionId }, input)
  if (passkey?.userId !== userId) throw refuse(passkeyRefusals, 'WRONG_OWN_PASSKEY')
  return {
    method: 'passkey',
    async confirm(tx, account) {
      const outcome = account ? await passkey.consume(tx, account) : 'gone'
      if (outcome === 'gone') throw refuse(passkeyRefusals, 'WRONG_OWN_PASSKEY')
      return outcome === 'taken' ? 'confirmed' : outcome
    },
  }
}

/** Names the passkeys of the account: one of another would be refused. */
export async function beginPasskeyReauthentication(ctx: Context): Promise<Use> {
  const { userId, sessionId } = requireUser(ctx.actor)
  await throttlePasskeyChange(ctx, userId)
  const party = requireRelyingParty(ctx)
  const existing = await listCredentialsOf(ctx.db, userId)
  const challenge = await newChallenge(ctx, { for: 'reauthentication', userId, sessionId })
  return describeUse(party, { challenge, timeoutMs: passkeyLimits.challengeMs, existing })
}

/** G22: emails a code that confirms this session; a new one replaces the older. */
export async function requestReauthenticationCode(ctx: Context): Promise<{ success: true }> {
  const actor = requireSignedIn(ctx.actor)
  await throttleReauthenticationMail(ctx, actor.userId)
  const code = ctx.secrets.newCode()
  await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, actor.userId)
    if (!account || account.passwordHash !== null) throw refuse(signInRefusals, 'PASSWORD_NEEDED')
    if (account.emailIsPlaceholder) throw refuse(signInRefusals, 'NO_MAILBOX')
    await replaceSecret(ctx, tx, {
      purpose: 'reauthentication',
      secret: code,
      boundTo: [actor.sessionId],
      userId: account.id,
      lifetimeMs: signInLimits.codeMs,
    })
    await queueMail(ctx, tx, { to: account.email, ...reauthenticationCodeMail(code) })
  })
  return { success: true }
}
