import { type Account, findAccountByEmail, findAccountForUpdate, saveActivation } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { checkCode, consumeAll, consumeSecret, replaceSecret } from '@quaff/features/one-time-secrets/server'
import { endSessions } from '@quaff/features/sessions/server'
import {
  type Context,
  inTransaction,
  isRefusal,
  publishLive,
  queueMail,
  recordAudit,
  refuse,
  type Transaction,
} from '@quaff/platform/server'
import { signInLimits } from '../contract'
import { deletePasskeysOf } from '../passkeys/server/passkey-store'
import { entryRefusals, signInRefusals } from '../refusals'
import { deleteFactor } from '../second-factor/server/second-factor-store'
import { mailPasswordChange, refuseCommonPassword } from './change-password'
import { answerFirst, consumeLink, findLink, type GivenLink, lockAccountToMail } from './email-links'
import { requireVerifiedEmail } from './email-verification'
import { refuseOtherWays } from './enter'
import { findNewestInvitations } from './invitation-store'
import { areInvitations, prepareActivation, prepareInvited } from './prepare-activation'
import { activationCodeMail } from './sign-in-emails'
import { mayMail, throttleNetwork } from './sign-in-throttle'

/**
 * Activates an invited account with the role and merchants of its invitation only (G18). Ends everything set up
 * before the email was verified, and the invitation's links. The caller has locked the account.
 */
export async function activateInvited(
  ctx: Context,
  tx: Transaction,
  account: Account,
  given: { displayName?: string; passwordHash: string | null },
) {
  const { invitation } = account
  const { role = '', merchantIds = [] } = invitation ?? {}
  const isActivated =
    invitation !== null && (await saveActivation(tx, account.id, { ...given, role, merchantIds }, ctx.clock.now()))
  if (!isActivated) throw refuse(entryRefusals, 'NOT_ACTIVATED')
  await consumeAll(tx, { userId: account.id }, 'invitation', ctx.clock.now())
  await endSessions(tx, account.id)
  await deleteFactor(tx, account.id)
  await deletePasskeysOf(tx, account.id)
  await addUserActivity(ctx, tx, { userId: account.id, action: 'account_activated' })
  await recordAudit(ctx, tx, {
    action: 'activate_account',
    targetType: 'user',
    targetId: account.id,
    before: { status: account.status },
    after: { status: 'active', role, merchantIds },
  })
  await publishLive(tx, { topic: 'user', subjectId: account.id })
}

type SetupAccountInput = {
  email: string
  displayName: string
  password: string
  invitationToken?: string
  mailboxProof?: string
  code?: string
}
type SetupOutcome = { success: boolean; error?: string }

/**
 * G18: activates an invited account with a verified email. Returns refusals as values, equal for unknown addresses
 * and accounts that the proof does not open.
 */
export async function setupAccount(ctx: Context, input: SetupAccountInput): Promise<SetupOutcome> {
  await throttleNetwork(ctx, 'activationPerNetwork')
  try {
    await refuseCommonPassword(input.password)
    const proof = await checkProof(ctx, input)
    const passwordHash = await ctx.passwords.hash(input.password)
    await inTransaction(ctx, async (tx) => {
      const account = await proof.consume(tx)
      if (!isPreApproved(account)) throw refuse(signInRefusals, 'NOT_PRE_APPROVED')
      refuseOtherWays(ctx, account)
      await activateInvited(ctx, tx, account, { displayName: input.displayName, passwordHash })
      await mailPasswordChange(ctx, tx, account, 'first')
    })
    return { success: true }
  } catch (error) {
    const isBusiness = isRefusal(error) && error.code !== 'TOO_MANY_REQUESTS'
    if (isBusiness) return { success: false, error: error.message }
    throw error
  }
}

/** Used up inside the transaction of the activation; returns the account that it proves, locked. */
type Proof = { consume(tx: Transaction): Promise<Account | null> }

async function checkProof(ctx: Context, input: SetupAccountInput) {
  if (input.invitationToken !== undefined) return checkInvitation(ctx, input.email, input.invitationToken)
  if (input.mailboxProof !== undefined) return checkMailbox(ctx, input.email, input.mailboxProof)
  if (input.code !== undefined) return checkActivationCode(ctx, input.email, input.code)
  throw refuse(signInRefusals, 'NOT_PRE_APPROVED')
}

async function checkInvitation(ctx: Context, email: string, token: string): Promise<Proof> {
  const given: GivenLink = { token, purposes: ['invitation'], email }
  const found = await findLink(ctx, ctx.db, given)
  if (!found) return { consume: (tx) => prepareInvited(ctx, tx, { email, token }) }
  return {
    async consume(tx) {
      const account = await findAccountForUpdate(tx, found.userId)
      if (!(await consumeLink(ctx, tx, given))) throw refuse(signInRefusals, 'INVALID_LINK')
      return account
    },
  }
}

async function checkMailbox(ctx: Context, email: string, token: string): Promise<Proof> {
  const proven = await requireVerifiedEmail(ctx, ctx.db, { token, purpose: 'registration' })
  if (proven !== email) throw refuse(signInRefusals, 'NOT_PRE_APPROVED')
  return {
    async consume(tx) {
      const account = await findAccountByEmail(tx, email)
      if (account) return findAccountForUpdate(tx, account.id)
      const invitations = await findNewestInvitations(tx, { email, now: ctx.clock.now() })
      return areInvitations(invitations) ? prepareActivation(ctx, tx, invitations) : null
    },
  }
}

async function checkActivationCode(ctx: Context, email: string, code: string): Promise<Proof> {
  const account = await findAccountByEmail(ctx.db, email)
  const userId = account?.id ?? ''
  const codes = { holder: { userId }, purpose: 'activation', attempts: signInLimits.codeTries } as const
  const existing = await checkCode(ctx, codes, { code, boundTo: [userId] })
  if (!account || !existing) throw refuse(signInRefusals, 'INVALID_CODE')
  return {
    async consume(tx) {
      const locked = await findAccountForUpdate(tx, account.id)
      if (!(await consumeSecret(tx, existing.id, ctx.clock.now()))) throw refuse(signInRefusals, 'INVALID_CODE')
      return locked
    },
  }
}

function isPreApproved(account: Account | null): account is Account {
  return account?.status === 'pending' && account.invitation?.used === false
}

/** The response is the same for every address; only an invited pending account gets an email (G18). */
export async function requestActivationCode(ctx: Context, input: { email: string }): Promise<{ success: true }> {
  await throttleNetwork(ctx, 'mailPerNetwork')
  return answerFirst(ctx, () => mailActivationCode(ctx, input.email))
}

async function mailActivationCode(ctx: Context, email: string) {
  if (!(await mayMail(ctx, 'code', email))) return
  const found = await findAccountByEmail(ctx.db, email)
  if (!found || !isInvited(found)) return
  const code = ctx.secrets.newCode()
  await inTransaction(ctx, async (tx) => {
    const account = await lockAccountToMail(tx, found)
    if (!account || !isInvited(account)) return
    await replaceSecret(ctx, tx, {
      purpose: 'activation',
      secret: code,
      boundTo: [account.id],
      userId: account.id,
      lifetimeMs: signInLimits.codeMs,
    })
    const to = { to: account.email, isPlaceholder: account.emailIsPlaceholder }
    await queueMail(ctx, tx, { ...to, ...activationCodeMail(code) })
  })
}

const isInvited = ({ status, invitation }: Account) => status === 'pending' && invitation?.used === false
