import { resolveRole } from '@quaff/features/accounts/rules'
import { type Account, findAccountByEmail, findAccountForUpdate, markLastActive } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { explainLink, hashSecret, linkPurposes, markOpened } from '@quaff/features/one-time-secrets/server'
import type { Session } from '@quaff/features/sessions/contract'
import { type OpenedSession, openSession } from '@quaff/features/sessions/server'
import { type Context, inTransaction, queueMail, refuse, type Transaction } from '@quaff/platform/server'
import type { LinkCheck } from '../contract'
import { entryRefusals, signInRefusals } from '../refusals'
import { decideInvitationLink, decideLinkSignIn, mayReceiveLink } from '../rules'
import type { SecondStepNeeded } from '../second-factor/contract'
import { askSecondStep } from '../second-factor/server/second-step'
import { activateInvited } from './activate-account'
import { answerFirst, consumeLink, createLink, findLink, type GivenLink, lockAccountToMail } from './email-links'
import { enter, detailsOf, refuseOtherWays, rememberBrowser } from './enter'
import { describeInvitations, findClosedInvitation, findInvitedTo, findOpenInvitations } from './invitation-store'
import { areInvitations, type OpenInvitations, prepareInvited } from './prepare-activation'
import { signInLinkMail } from './sign-in-emails'
import { mayMailLink, throttleNetwork } from './sign-in-throttle'

/** Answers alike for every address (G16). */
export async function requestSignInLink(ctx: Context, input: { email: string }): Promise<{ success: true }> {
  await throttleNetwork(ctx, 'mailPerNetwork')
  return answerFirst(ctx, () => mailSignInLink(ctx, input.email))
}

async function mailSignInLink(ctx: Context, email: string) {
  const found = await findAccountByEmail(ctx.db, email)
  if (!(await mayMailLink(ctx, 'link', email, found))) return
  if (!found || !mayReceiveLink(detailsOf(found))) return
  await inTransaction(ctx, async (tx) => {
    const account = await lockAccountToMail(tx, found)
    if (!account || !mayReceiveLink(detailsOf(account))) return
    const url = await createLink(ctx, tx, { userId: account.id, email: account.email, purpose: 'sign_in' })
    const to = { to: account.email, isPlaceholder: account.emailIsPlaceholder }
    await queueMail(ctx, tx, { ...to, ...signInLinkMail(url) })
  })
}

/**
 * Consumes nothing, so email scanners that open the page do no harm (G19). Records once that an invitation was
 * opened.
 */
export async function checkLink(ctx: Context, input: { token: string }): Promise<LinkCheck> {
  await throttleNetwork(ctx, 'linkPerNetwork')
  const link = await findLink(ctx, ctx.db, { ...input, purposes: linkPurposes })
  if (!link) return checkInvitationLink(ctx, input)
  const open = { valid: true, purpose: link.purpose, state: 'open' as const, asksSignIn: false }
  if (link.purpose !== 'invitation') return { ...open, invitedTo: null }
  await markOpened(ctx.db, link.id, ctx.clock.now())
  return { ...open, invitedTo: await findInvitedTo(ctx.db, link.userId) }
}

/** A token of an owner's invitation, or one that opens nothing. */
async function checkInvitationLink(ctx: Context, { token }: { token: string }): Promise<LinkCheck> {
  const [tokenHash, now] = [ctx.secrets.hash(token), ctx.clock.now()]
  const invitations = await findOpenInvitations(ctx.db, { tokenHash, now })
  if (areInvitations(invitations)) return describeOpen(ctx, invitations)
  const state = await explainLink(ctx.db, { hash: hashSecret(ctx, 'invitation', token), now })
  const closed = { valid: false, purpose: null, invitedTo: null, asksSignIn: false }
  return { ...closed, state: state === 'unknown' ? await findClosedInvitation(ctx.db, tokenHash) : state }
}

async function describeOpen(ctx: Context, invitations: OpenInvitations): Promise<LinkCheck> {
  const [{ email, role }] = invitations
  const account = await findAccountByEmail(ctx.db, email)
  const verdict = decideInvitationLink(account && { ...account, role: resolveRole(account) }, role)
  return {
    valid: true,
    purpose: 'invitation',
    state: 'open',
    invitedTo: await describeInvitations(ctx.db, invitations),
    asksSignIn: !verdict.ok && verdict.reason === 'SIGN_IN_FIRST',
  }
}

type Opened = OpenedSession & { requiresPasswordSetup: boolean }

/** Spec §4: opens a session for the link's holder who names its address; activates an invited account. */
export async function completeSignIn(
  ctx: Context,
  input: { email: string; token: string },
): Promise<{ session: Session; requiresPasswordSetup: boolean } | SecondStepNeeded> {
  await throttleNetwork(ctx, 'linkPerNetwork')
  const opened = await inTransaction(ctx, async (tx) => {
    const given: GivenLink = { ...input, purposes: ['sign_in', 'invitation'] }
    const found = await findLink(ctx, tx, given)
    if (!found) return openAccount(ctx, tx, await prepareInvited(ctx, tx, input))
    const account = await findAccountForUpdate(tx, found.userId)
    const link = await consumeLink(ctx, tx, given)
    if (!account || account.email !== link?.email) throw refuse(signInRefusals, 'INVALID_LINK')
    return openAccount(ctx, tx, account)
  })
  if ('secondStep' in opened) return opened
  return { session: await enter(ctx, opened), requiresPasswordSetup: opened.requiresPasswordSetup }
}

/** A refusal rolls the transaction back: neither the account nor the link has changed. */
async function openAccount(ctx: Context, tx: Transaction, account: Account): Promise<Opened | SecondStepNeeded> {
  const verdict = decideLinkSignIn(detailsOf(account))
  if (!verdict.ok) throw refuse(entryRefusals, verdict.reason)
  refuseOtherWays(ctx, account)
  if (verdict.activates) await activateInvited(ctx, tx, account, { passwordHash: null })
  const needed = await askSecondStep(ctx, tx, account, 'second_step_link')
  if (needed) return needed
  if (!verdict.activates) await markLastActive(tx, account.id, ctx.clock.now())
  // An older password does not survive the activation.
  const passwordHash = verdict.activates ? null : account.passwordHash
  await addUserActivity(ctx, tx, {
    userId: account.id,
    action: 'sign_in',
    details: { method: 'email_link', browser: rememberBrowser(ctx, { ...account, passwordHash }) },
  })
  const opened = await openSession(ctx, tx, account.id, { passwordSetup: verdict.requiresPasswordSetup })
  return { ...opened, requiresPasswordSetup: verdict.requiresPasswordSetup }
}
