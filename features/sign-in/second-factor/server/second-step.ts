import { type Account, findAccountForUpdate, markLastActive } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import {
  consumeSecret,
  countAttempt,
  hashSecret,
  issueSecret,
  type SecondStepPurpose,
  secondStepPurposes,
} from '@quaff/features/one-time-secrets/server'
import type { Session } from '@quaff/features/sessions/contract'
import { openSession } from '@quaff/features/sessions/server'
import { type Context, inTransaction, refuse, type Transaction } from '@quaff/platform/server'
import { entryRefusals } from '../../refusals'
import { decideEntry } from '../../rules'
import { enter, detailsOf, rememberBrowser } from '../../server/enter'
import { throttleNetwork } from '../../server/sign-in-throttle'
import { moveToSession } from '../../single-sign-on/server/single-sign-on-store'
import { secondFactorLimits, type SecondStepInput, type SecondStepNeeded } from '../contract'
import { secondFactorRefusals } from '../refusals'
import { checkSecondProof } from './check-second-proof'
import { hasConfirmedFactor } from './second-factor-store'

/**
 * Called by each sign-in method in the transaction that would open the session. Returns null without a second factor,
 * otherwise the challenge; only its hash and the account's state are stored.
 */
export async function askSecondStep(
  ctx: Context,
  tx: Transaction,
  account: Account,
  purpose: SecondStepPurpose,
): Promise<SecondStepNeeded | null> {
  if (!(await hasConfirmedFactor(tx, account.id))) return null
  const challenge = ctx.secrets.newToken()
  const { expiresAt } = await issueSecret(ctx, tx, {
    id: idOfChallenge(ctx, challenge),
    purpose,
    secret: challenge,
    userId: account.id,
    payload: hashAccountState(ctx, account),
    lifetimeMs: secondFactorLimits.challengeMs,
  })
  return { secondStep: { challenge, expiresAt } }
}

/** Its hash, by which the session at an identity provider waits for the second step. */
export function idOfChallenge(ctx: Context, challenge: string): string {
  return hashSecret(ctx, 'second_step_password', challenge)
}

/** A sign-in that was begun with an older password or address cannot be finished. */
function hashAccountState(ctx: Context, { id, email, passwordHash }: Account) {
  return ctx.secrets.hash(`second_step_account:${JSON.stringify([id, email, passwordHash])}`)
}

const methods = {
  second_step_password: 'password',
  second_step_link: 'email_link',
  second_step_single_sign_on: 'single_sign_on',
} satisfies Record<SecondStepPurpose, string>

/** Opens the session that the first step did not: once, for the account as it was then, if it may still enter. */
export async function completeSecondStep(ctx: Context, input: SecondStepInput): Promise<{ session: Session }> {
  const id = idOfChallenge(ctx, input.challenge)
  const existing = await takeAttempt(ctx, id)
  if (!existing) {
    // Limited by account after the first step, so that others in the same network do not use up the limit.
    await throttleNetwork(ctx, 'secondStepPerNetwork')
    throw refuse(secondFactorRefusals, 'SECOND_STEP_OVER')
  }
  const proof = await checkSecondProof(ctx, existing.userId, input)
  const opened = await inTransaction(ctx, async (tx) => {
    const now = ctx.clock.now()
    const account = await findAccountForUpdate(tx, existing.userId)
    if (!account || hashAccountState(ctx, account) !== existing.accountState)
      throw refuse(secondFactorRefusals, 'SECOND_STEP_OVER')
    const verdict = decideEntry(detailsOf(account))
    if (!verdict.ok) throw refuse(entryRefusals, verdict.reason)
    if (!(await consumeSecret(tx, id, now))) throw refuse(secondFactorRefusals, 'SECOND_STEP_OVER')
    await proof.consume(tx, account)
    const method = methods[existing.purpose]
    if (method === 'email_link') await markLastActive(tx, account.id, now)
    const details = { method, secondFactor: proof.method, browser: rememberBrowser(ctx, account) }
    await addUserActivity(ctx, tx, { userId: account.id, action: 'sign_in', details })
    const session = await openSession(ctx, tx, account.id, { passwordSetup: false })
    if (method === 'single_sign_on') await moveToSession(tx, id, session.sessionId)
    return session
  })
  return { session: await enter(ctx, opened) }
}

async function takeAttempt(ctx: Context, hash: string) {
  const [limit, now] = [secondFactorLimits.challengeTries, ctx.clock.now()]
  const found = await countAttempt(ctx.db, { by: { hash }, purposes: secondStepPurposes, limit, now })
  const purpose = secondStepPurposes.find((one) => one === found?.purpose)
  return found?.userId && purpose ? { userId: found.userId, purpose, accountState: found.payload } : null
}
