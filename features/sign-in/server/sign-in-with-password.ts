import { findAccountByEmail, findAccountForUpdate, savePasswordHash } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import type { Session } from '@quaff/features/sessions/contract'
import { openSession } from '@quaff/features/sessions/server'
import { type Context, inTransaction, refuse, type Services } from '@quaff/platform/server'
import { entryRefusals, signInRefusals } from '../refusals'
import { decideEntry } from '../rules'
import type { SecondStepNeeded } from '../second-factor/contract'
import { askSecondStep } from '../second-factor/server/second-step'
import { enter, detailsOf, refuseOtherWays, rememberBrowser } from './enter'
import { throttleGuess } from './sign-in-throttle'

/** An unknown address costs the same hash as a known one; status and role are decided before there is any cookie (G9). */
export async function signInWithPassword(
  ctx: Context,
  input: { email: string; password: string },
): Promise<Session | SecondStepNeeded> {
  const existing = await findAccountByEmail(ctx.db, input.email)
  const giveBack = await throttleGuess(ctx, input.email, existing)
  const isRight = await ctx.passwords.verify(input.password, existing?.passwordHash ?? null)
  if (!existing?.passwordHash || !isRight) throw refuse(signInRefusals, 'CREDENTIALS')
  const ownHash = await renewBorrowed(ctx, input.password, existing.passwordHash)
  const opened = await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, existing.id)
    // The password may have changed during the slow hashing.
    if (account?.passwordHash !== existing.passwordHash) return 'changed'
    const verdict = decideEntry(detailsOf(account))
    if (!verdict.ok) throw refuse(entryRefusals, verdict.reason)
    refuseOtherWays(ctx, account)
    const needed = await askSecondStep(ctx, tx, account, 'second_step_password')
    if (needed) return needed
    if (ownHash !== null) await savePasswordHash(tx, account.id, ownHash, ctx.clock.now())
    const browser = rememberBrowser(ctx, { ...account, passwordHash: ownHash ?? account.passwordHash })
    await addUserActivity(ctx, tx, { userId: account.id, action: 'sign_in', details: { method: 'password', browser } })
    return openSession(ctx, tx, account.id, { passwordSetup: false })
  })
  if (opened === 'changed') {
    // The same password was sent twice: the first request has replaced the imported hash.
    if (ownHash !== null) return signInWithPassword(ctx, input)
    throw refuse(signInRefusals, 'CREDENTIALS')
  }
  await giveBack()
  return 'secondStep' in opened ? opened : enter(ctx, opened)
}

/** Returns our hash of a correct imported password; null if ours is already stored. */
const renewBorrowed = async ({ passwords }: Context, password: string, hash: string) =>
  passwords.isBorrowed(hash) ? passwords.hash(password) : null

/** `borrowed`: right, and checked with the settings of the old system. `none`: the person has no password. */
export type PasswordCheck = 'right' | 'borrowed' | 'wrong' | 'none' | 'unknown'

/** Lets operators check a password before the first sign-in, without changing anything. */
export async function checkPassword(
  { db, passwords }: Services,
  email: string,
  password: string,
): Promise<PasswordCheck> {
  const account = await findAccountByEmail(db, email)
  if (!account) return 'unknown'
  if (!account.passwordHash) return 'none'
  if (!(await passwords.verify(password, account.passwordHash))) return 'wrong'
  return passwords.isBorrowed(account.passwordHash) ? 'borrowed' : 'right'
}
