import { findAccountForUpdate, savePasswordHash } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { endSessions } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { entryRefusals, signInRefusals } from '../refusals'
import { decideEntry } from '../rules'
import { factsOf } from './account-role'
import { refuseCommonPassword } from './common-passwords'
import { findLink, consumeLink, type GivenLink } from './links'
import { mailPasswordChange } from './mail-password-change'
import { throttleNetwork } from './sign-in-throttle'

/** Ends every session of the account, so that whoever knew the old password is out. */
export async function resetPassword(
  ctx: Context,
  input: { token: string; password: string },
): Promise<{ success: true }> {
  await throttleNetwork(ctx, 'linkPerNetwork')
  const given: GivenLink = { token: input.token, purposes: ['password_reset'] }
  const found = await findLink(ctx, ctx.db, given)
  if (!found) throw refuse(signInRefusals, 'INVALID_LINK')
  await refuseCommonPassword(input.password)
  const passwordHash = await ctx.passwords.hash(input.password)
  await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, found.userId)
    const link = await consumeLink(ctx, tx, given)
    if (!account || account.email !== link?.email) throw refuse(signInRefusals, 'INVALID_LINK')
    const verdict = decideEntry(factsOf(account))
    // A customer has a password too, for the mobile app; a reset opens no session.
    if (!verdict.ok && account.status !== 'active') throw refuse(entryRefusals, verdict.reason)
    await savePasswordHash(tx, account.id, passwordHash, ctx.clock.now())
    await endSessions(tx, account.id)
    await addUserActivity(ctx, tx, { userId: account.id, action: 'password_reset' })
    await recordAudit(ctx, tx, { action: 'reset_password', targetType: 'user', targetId: account.id })
    await mailPasswordChange(ctx, tx, account, account.passwordHash === null ? 'first' : 'reset')
  })
  return { success: true }
}
