import type { Account } from '@quaff/features/accounts/server'
import { hashSecret, issueSecret, type SecondStepPurpose } from '@quaff/features/one-time-secrets/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { secondFactorLimits, type SecondStepNeeded } from '../contract'
import { hasConfirmedFactor } from './second-factor-store'

/**
 * At every door, in the transaction that would open the session: null when the account has no second factor, otherwise
 * the challenge that stands in for the session. Only the challenge's hash is kept, beside how the account was.
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
export function hashAccountState(ctx: Context, { id, email, passwordHash }: Account): string {
  return ctx.secrets.hash(`second_step_account:${JSON.stringify([id, email, passwordHash])}`)
}
