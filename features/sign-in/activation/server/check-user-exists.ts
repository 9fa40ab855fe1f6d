import { resolveRole } from '@quaff/features/accounts/rules'
import { type Account, findAccountByEmail } from '@quaff/features/accounts/server'
import { findProvenMailbox } from '@quaff/features/mailbox/server'
import type { Context } from '@quaff/platform/server/context'
import { adminRole } from '@quaff/platform/shared/product'
import { signInTexts, type UserExistence } from '../../contract'
import { findOpenLink } from '../../links/server/link-store'
import { describeExistence } from '../../rules'
import { throttleNetwork } from '../../server/sign-in-throttle'

/** Runs the same reads on every branch, so that the response time tells a stranger no more than the response (0032). */
export async function checkUserExists(
  ctx: Context,
  input: { email: string; invitationToken?: string; mailboxProof?: string },
): Promise<UserExistence> {
  await throttleNetwork(ctx, 'checkPerMinute', signInTexts.tooManyChecks)
  await throttleNetwork(ctx, 'checkPerDay', signInTexts.tooManyChecks)
  const account = await findAccountByEmail(ctx.db, input.email)
  const invitation = await findOpenLink(ctx.db, {
    tokenHash: ctx.secrets.hash(input.invitationToken ?? ''),
    purposes: ['invitation'],
    email: input.email,
    now: ctx.clock.now(),
  })
  const proof = { token: input.mailboxProof ?? '', purpose: 'registration' } as const
  const isHolder = (await findProvenMailbox(ctx, ctx.db, proof)) === input.email || invitation !== null
  const isAdmin = ctx.actor.kind === 'user' && ctx.actor.role === adminRole && !ctx.actor.mustEnrol
  const mailboxAsker = isHolder ? 'holder' : 'stranger'
  return describeExistence(account && knownFacts(account), isAdmin ? 'administrator' : mailboxAsker)
}

function knownFacts(account: Account) {
  const open = account.status === 'pending' && account.invitation?.used === false ? account.invitation : null
  return {
    displayName: account.displayName,
    status: account.status,
    role: open?.role ?? resolveRole(account),
    merchantIds: open?.merchantIds ?? account.merchantIds,
    hasOpenInvitation: open !== null,
  }
}
