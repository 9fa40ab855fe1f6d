import { type Account, findAccountByEmail, findAccountForUpdate, markLastActive } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { consumeToken } from '@quaff/features/one-time-secrets/server'
import { openSession } from '@quaff/features/sessions/server'
import {
  type Context,
  type IdentityProvider,
  inTransaction,
  isRefusal,
  type ProvenIdentity,
  publishLive,
  queueMail,
  recordAudit,
  refuse,
  type Transaction,
} from '@quaff/platform/server'
import { emailOnlyInput } from '../../contract'
import { entryRefusals } from '../../refusals'
import { askSecondStep, idOfChallenge } from '../../second-factor/server/second-step'
import { activateInvited } from '../../server/activate-account'
import { enter, detailsOf, rememberBrowser } from '../../server/enter'
import { findNewestInvitations } from '../../server/invitation-store'
import { areInvitations, prepareActivation } from '../../server/prepare-activation'
import { throttleNetwork } from '../../server/sign-in-throttle'
import { singleSignOnRefusals } from '../refusals'
import { decideSingleSignOn, loginAddress, whyOf } from '../rules'
import { browserHashOf, callbackOf, refuseError, secretsOf } from './begin-single-sign-on'
import { keepProviderSession } from './provider-sessions'
import { singleSignOnLinkedMail } from './single-sign-on-emails'
import { findLink, findLinkedUser, insertLink, markLinkUsed } from './single-sign-on-store'

/**
 * Handles the provider's callback with `query`. Returns where to continue: in, to the second step, or to the reason.
 */
export async function completeSingleSignOn(
  ctx: Context,
  provider: IdentityProvider,
  query: URLSearchParams,
): Promise<string> {
  let from: string | null = null
  try {
    await throttleNetwork(ctx, 'singleSignOnPerNetwork')
    const [browser, state] = [ctx.request.browser ?? '', query.get('state') ?? '']
    const attempt = await consumeToken(ctx, ctx.db, {
      purposes: ['single_sign_on_state'],
      token: state,
      subject: browserHashOf(ctx, browser),
    })
    if (!attempt) throw refuse(singleSignOnRefusals, 'ATTEMPT_OVER')
    from = attempt.payload
    const address = new URL(`${callbackOf(ctx)}?${query.toString()}`)
    const proven = await provider.finishSignIn(address, secretsOf(ctx, browser, state))
    if ('error' in proven) return refuseError(ctx, proven)
    const opened = await inTransaction(ctx, (tx) => openFor(ctx, tx, proven.identity))
    if ('secondStep' in opened) return loginAddress({ from, challenge: opened.secondStep.challenge })
    await enter(ctx, opened)
    return loginAddress({ from })
  } catch (error) {
    if (!isRefusal(error)) throw error
    return loginAddress({ from, why: whyOf(error.reason) })
  }
}

/** A refusal rolls back the transaction: nothing is linked or activated. */
async function openFor(ctx: Context, tx: Transaction, identity: ProvenIdentity) {
  const { issuer, subject } = identity
  const email = readAddress(identity)
  const account = await lockAccount(ctx, tx, identity, email)
  const link = account && (await findLink(tx, account.id, issuer))
  const provesEmail = email !== null && account?.email === email && !account.emailIsPlaceholder
  const verdict = decideSingleSignOn({
    account: account && detailsOf(account),
    isVerified: email !== null,
    provesEmail,
    linkedWith: link?.subject ?? null,
    subject,
  })
  if (!verdict.ok) throw refuse({ ...singleSignOnRefusals, ...entryRefusals }, verdict.reason)
  if (!account) throw refuse(singleSignOnRefusals, 'NO_ACCOUNT')
  const now = ctx.clock.now()
  if (verdict.activates) await activateInvited(ctx, tx, account, { passwordHash: null })
  if (verdict.isNew) await linkAccount(ctx, tx, account, identity)
  else await markLinkUsed(tx, account.id, issuer, now)
  const needed = await askSecondStep(ctx, tx, account, 'second_step_single_sign_on')
  if (needed) {
    await keepProviderSession(ctx, tx, identity, { challengeId: idOfChallenge(ctx, needed.secondStep.challenge) })
    return needed
  }
  if (provesEmail && !verdict.activates) await markLastActive(tx, account.id, now)
  // An older password does not survive the activation.
  const passwordHash = verdict.activates ? null : account.passwordHash
  const browser = rememberBrowser(ctx, { ...account, passwordHash })
  await addUserActivity(ctx, tx, {
    userId: account.id,
    action: 'sign_in',
    details: { method: 'single_sign_on', browser },
  })
  // No password is needed; the user may set one later by a reset link.
  const opened = await openSession(ctx, tx, account.id, { passwordSetup: false })
  await keepProviderSession(ctx, tx, identity, { sessionId: opened.sessionId })
  return opened
}

/** Validated by our rule; an invalid address matches no account. */
function readAddress({ verifiedEmail }: ProvenIdentity) {
  return emailOnlyInput.safeParse({ email: verifiedEmail }).data?.email ?? null
}

async function lockAccount(ctx: Context, tx: Transaction, identity: ProvenIdentity, email: string | null) {
  const linked = await findLinkedUser(tx, identity)
  const userId = linked ?? (email === null ? null : ((await findAccountByEmail(tx, email))?.id ?? null))
  if (userId !== null) return findAccountForUpdate(tx, userId)
  const invitations = email === null ? [] : await findNewestInvitations(tx, { email, now: ctx.clock.now() })
  return areInvitations(invitations) ? prepareActivation(ctx, tx, invitations) : null
}

/** Once per account; later addresses at the provider are ignored. */
export async function linkAccount(
  ctx: Context,
  tx: Transaction,
  account: Account,
  { issuer, subject }: ProvenIdentity,
) {
  const isLinked = await insertLink(tx, { issuer, subject, userId: account.id, now: ctx.clock.now() })
  if (!isLinked) throw refuse(singleSignOnRefusals, 'ATTEMPT_OVER')
  await addUserActivity(ctx, tx, { userId: account.id, action: 'single_sign_on_linked' })
  await recordAudit(ctx, tx, {
    action: 'link_single_sign_on',
    targetType: 'user',
    targetId: account.id,
    after: { issuer },
  })
  await publishLive(tx, { topic: 'user', subjectId: account.id })
  const name = ctx.identityProvider?.name ?? new URL(issuer).hostname
  await queueMail(ctx, tx, {
    to: account.email,
    isPlaceholder: account.emailIsPlaceholder,
    ...singleSignOnLinkedMail(name),
  })
}
