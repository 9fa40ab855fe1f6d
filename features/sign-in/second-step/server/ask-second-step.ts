import type { Account } from '@quaff/features/accounts/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { secondFactorLimits, type SecondStepNeeded } from '../../second-factor/contract'
import { hasConfirmedFactor } from '../../second-factor/server/second-factor-store'
import { insertChallenge, type SecondStepPurpose } from './second-step-store'

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
  const createdAt = ctx.clock.now()
  const expiresAt = new Date(createdAt.getTime() + secondFactorLimits.challengeMs)
  const codeHash = hashAccountState(ctx, account)
  await insertChallenge(tx, {
    id: hashChallenge(ctx, challenge),
    userId: account.id,
    purpose,
    codeHash,
    createdAt,
    expiresAt,
  })
  return { secondStep: { challenge, expiresAt } }
}

export function hashChallenge(ctx: Context, challenge: string): string {
  return ctx.secrets.hash(`second_step:${challenge}`)
}

/** A sign-in that was begun with an older password or address cannot be finished. */
export function hashAccountState(ctx: Context, { id, email, passwordHash }: Account): string {
  return ctx.secrets.hash(`second_step_account:${JSON.stringify([id, email, passwordHash])}`)
}
