import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { endSessions } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { requireSignedIn } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { matchStep } from '@quaff/platform/server/one-time-password'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { throttleReauthentication } from '../../server/sign-in-throttle'
import { secondFactorLimits } from '../contract'
import { secondFactorRefusals } from '../refusals'
import { newRecoveryCodes } from './recovery-codes'
import { secondFactorOnMail } from './second-factor-emails'
import { confirmFactor, findFactor } from './second-factor-store'
import { openSecret } from './totp-secret'

/** Turns the factor on with the app's first code. Sessions that were opened without it end. */
export async function confirmSecondFactor(
  ctx: Context,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { userId, sessionId } = requireSignedIn(ctx.actor)
  await throttleReauthentication(ctx, userId)
  const now = ctx.clock.now()
  const factor = await findFactor(ctx.db, userId)
  if (!factor || factor.confirmedAt || now.getTime() - factor.createdAt.getTime() > secondFactorLimits.enrolMs)
    throw refuse(secondFactorRefusals, 'START_AGAIN')
  const step = matchStep(openSecret(ctx.fieldCipher, factor), code, { now, lastUsed: null })
  if (step === null) throw refuse(secondFactorRefusals, 'WRONG_APP_CODE')
  const { shown, hashes } = newRecoveryCodes(ctx, userId)
  await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, userId)
    const given = { secretEncrypted: factor.secretEncrypted, now, step, recoveryHashes: hashes }
    if (!account || !(await confirmFactor(tx, userId, given))) throw refuse(secondFactorRefusals, 'START_AGAIN')
    await endSessions(tx, userId, sessionId)
    await publishLive(tx, { topic: 'user', subjectId: userId })
    await addUserActivity(ctx, tx, { userId, action: 'second_factor_enabled' })
    await recordAudit(ctx, tx, { action: 'enable_second_factor', targetType: 'user', targetId: userId })
    await queueMail(ctx, tx, { to: account.email, isPlaceholder: account.emailIsPlaceholder, ...secondFactorOnMail() })
  })
  return { recoveryCodes: shown }
}
