import { type Account, findAccountByEmail, findAccountForUpdate } from '@quaff/features/accounts/server'
import { requireMailboxProof } from '@quaff/features/mailbox/server'
import { checkCode, consumeSecret } from '@quaff/features/one-time-secrets/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { isRefusal, refuse } from '@quaff/platform/shared/refusal'
import { signInLimits } from '../contract'
import { signInRefusals } from '../refusals'
import { refuseOtherWays } from '../single-sign-on/server/refuse-other-ways'
import { activateInvited } from './activate-invited'
import { refuseCommonPassword } from './common-passwords'
import { findNewestInvitations } from './invitation-store'
import { findLink, consumeLink, type GivenLink } from './links'
import { mailPasswordChange } from './mail-password-change'
import { areInvitations, prepareActivation, prepareInvited } from './prepare-activation'
import { throttleNetwork } from './sign-in-throttle'

export type SetupAccountInput = {
  email: string
  displayName: string
  password: string
  invitationToken?: string
  mailboxProof?: string
  code?: string
}
export type SetupOutcome = { success: boolean; error?: string }

/**
 * G18: activates an invited account for whoever proves its mailbox. Refusals come back as values, and say the
 * same for an unknown address as for any account that the proof does not open.
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

async function checkProof(ctx: Context, input: SetupAccountInput): Promise<Proof> {
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
  const proven = await requireMailboxProof(ctx, ctx.db, { token, purpose: 'registration' })
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
  const known = await checkCode(ctx, codes, { code, boundTo: [userId] })
  if (!account || !known) throw refuse(signInRefusals, 'INVALID_CODE')
  return {
    async consume(tx) {
      const locked = await findAccountForUpdate(tx, account.id)
      if (!(await consumeSecret(tx, known.id, ctx.clock.now()))) throw refuse(signInRefusals, 'INVALID_CODE')
      return locked
    },
  }
}

function isPreApproved(account: Account | null): account is Account {
  return account?.status === 'pending' && account.invitation?.used === false
}
