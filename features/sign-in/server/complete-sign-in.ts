import { type Account, findAccountForUpdate, markLastActive } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import type { Session } from '@quaff/features/sessions/contract'
import { openSession, type OpenedSession } from '@quaff/features/sessions/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { entryRefusals, signInRefusals } from '../refusals'
import { decideLinkSignIn } from '../rules'
import type { SecondStepNeeded } from '../second-factor/contract'
import { askSecondStep } from '../second-factor/server/ask-second-step'
import { refuseOtherWays } from '../single-sign-on/server/refuse-other-ways'
import { factsOf } from './account-role'
import { activateInvited } from './activate-invited'
import { enter } from './enter'
import { rememberBrowser } from './known-browser'
import { findLink, consumeLink, type GivenLink } from './links'
import { prepareInvited } from './prepare-activation'
import { throttleNetwork } from './sign-in-throttle'

type Opened = OpenedSession & { requiresPasswordSetup: boolean }

/** Spec §4: opens a session for whoever holds the link and names its address; activates an invited account. */
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
  const verdict = decideLinkSignIn(factsOf(account))
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
