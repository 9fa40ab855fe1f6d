import { resolveRole } from '@quaff/features/accounts/rules'
import { type Account, findAccountByEmail } from '@quaff/features/accounts/server'
import { adminRole, type Context } from '@quaff/platform/server'
import { signInMessages, type UserExistence } from '../contract'
import { describeExistence, type KnownAccount } from '../rules'
import { findLink } from './email-links'
import { findProvenMailbox } from './email-verification'
import { findNewestInvitations, findOpenInvitations, type OpenInvitation } from './invitation-store'
import { areInvitations } from './prepare-activation'
import { throttleNetwork } from './sign-in-throttle'

/** Runs the same reads on every branch, so that the response time reveals no more than the response (0003). */
export async function checkUserExists(
  ctx: Context,
  input: { email: string; invitationToken?: string; mailboxProof?: string },
): Promise<UserExistence> {
  await throttleNetwork(ctx, 'checkPerMinute', signInMessages.tooManyChecks)
  await throttleNetwork(ctx, 'checkPerDay', signInMessages.tooManyChecks)
  const account = await findAccountByEmail(ctx.db, input.email)
  const token = input.invitationToken ?? ''
  const invitation = await findLink(ctx, ctx.db, { token, purposes: ['invitation'], email: input.email })
  const invitedBy = await findOpenInvitations(ctx.db, {
    tokenHash: ctx.secrets.hash(token),
    email: input.email,
    now: ctx.clock.now(),
  })
  const newest = await findNewestInvitations(ctx.db, { email: input.email, now: ctx.clock.now() })
  const proof = { token: input.mailboxProof ?? '', purpose: 'registration' } as const
  const isHolder =
    (await findProvenMailbox(ctx, ctx.db, proof)) === input.email || invitation !== null || invitedBy.length > 0
  const isAdmin = ctx.actor.kind === 'user' && ctx.actor.role === adminRole && !ctx.actor.mustEnrol
  const emailCaller = isHolder ? 'holder' : 'stranger'
  return describeExistence(
    account ? knownDetails(account) : invitedDetails(newest),
    isAdmin ? 'administrator' : emailCaller,
  )
}

/** A person invited by an owner may activate an account. */
function invitedDetails(invitations: readonly OpenInvitation[]): KnownAccount | null {
  if (!areInvitations(invitations)) return null
  const [{ role, displayName }] = invitations
  const merchantIds = invitations.map(({ merchantId }) => merchantId)
  return { displayName, status: 'pending', role, merchantIds, hasOpenInvitation: true }
}

function knownDetails(account: Account) {
  const open = account.status === 'pending' && account.invitation?.used === false ? account.invitation : null
  return {
    displayName: account.displayName,
    status: account.status,
    role: open?.role ?? resolveRole(account),
    merchantIds: open?.merchantIds ?? account.merchantIds,
    hasOpenInvitation: open !== null,
  }
}
