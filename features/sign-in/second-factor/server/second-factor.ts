import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { isSecondFactorRequired } from '@quaff/features/sessions/rules'
import { endSessions, isSecondFactorDemanded, requireRecentSignIn } from '@quaff/features/sessions/server'
import {
  type Context,
  inTransaction,
  platformRefusals,
  product,
  publishLive,
  queueMail,
  recordAudit,
  refuse,
  requireSignedIn,
} from '@quaff/platform/server'
import { describeSecret, matchStep, oneTimeSecret } from '@quaff/platform/server/one-time-password'
import { throttleReauthentication } from '../../server/sign-in-throttle'
import { type SecondFactor, secondFactorLimits, type SecondProof } from '../contract'
import { secondFactorRefusals } from '../refusals'
import { checkSecondProof, newRecoveryCodes } from './check-second-proof'
import { recoveryCodesRenewedMail, secondFactorOffMail, secondFactorOnMail } from './second-factor-emails'
import { openSecret, sealSecret } from './second-factor-keys'
import { confirmFactor, deleteFactor, findFactor, putPendingFactor, replaceRecoveryHashes } from './second-factor-store'

/** A key that waits for its first code does not count. */
export async function getSecondFactor(ctx: Context): Promise<SecondFactor> {
  const { userId, role } = requireSignedIn(ctx.actor)
  const factor = await findFactor(ctx.db, userId)
  const since = factor?.confirmedAt ?? null
  return {
    isOn: since !== null,
    since,
    recoveryCodesLeft: since === null ? 0 : (factor?.recoveryHashes.length ?? 0),
    isRequired: isSecondFactorRequired(role, await isSecondFactorDemanded(ctx.db)),
  }
}

/** Creates a key and shows it once. The factor is not required before an authenticator code confirms it. */
export async function beginSecondFactor(ctx: Context): Promise<{ uri: string; key: string }> {
  const { userId, email } = requireRecentSignIn(ctx, { beforeEnrolment: true })
  const secret = oneTimeSecret(ctx.secrets.newToken())
  const sealed = sealSecret(ctx.fieldCipher, userId, secret)
  const isPut = await inTransaction(ctx, (tx) => putPendingFactor(tx, { ...sealed, createdAt: ctx.clock.now() }))
  if (!isPut) throw refuse(secondFactorRefusals, 'ALREADY_ON')
  return describeSecret(secret, { issuer: product.name, account: email })
}

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

/** A stolen session cannot: it takes a recent sign-in and a code. */
export async function turnOffSecondFactor(ctx: Context, input: SecondProof): Promise<{ success: true }> {
  const { userId, role } = requireRecentSignIn(ctx)
  if (isSecondFactorRequired(role, await isSecondFactorDemanded(ctx.db))) throw refuse(secondFactorRefusals, 'REQUIRED')
  const proof = await checkSecondProof(ctx, userId, input)
  await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, userId)
    if (!account) throw refuse(platformRefusals, 'SIGNED_OUT')
    await proof.consume(tx, account)
    await deleteFactor(tx, userId)
    await publishLive(tx, { topic: 'user', subjectId: userId })
    await addUserActivity(ctx, tx, { userId, action: 'second_factor_removed', details: { method: proof.method } })
    await recordAudit(ctx, tx, { action: 'disable_second_factor', targetType: 'user', targetId: userId })
    await queueMail(ctx, tx, { to: account.email, isPlaceholder: account.emailIsPlaceholder, ...secondFactorOffMail() })
  })
  return { success: true }
}

/** Requires a code too, because new recovery codes would otherwise allow turning the factor off without the app. */
export async function renewRecoveryCodes(ctx: Context, input: SecondProof): Promise<{ recoveryCodes: string[] }> {
  const { userId } = requireRecentSignIn(ctx)
  const proof = await checkSecondProof(ctx, userId, input)
  const { shown, hashes } = newRecoveryCodes(ctx, userId)
  await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, userId)
    if (!account) throw refuse(platformRefusals, 'SIGNED_OUT')
    await proof.consume(tx, account)
    await replaceRecoveryHashes(tx, userId, hashes)
    await addUserActivity(ctx, tx, { userId, action: 'recovery_codes_renewed', details: { method: proof.method } })
    await recordAudit(ctx, tx, { action: 'renew_recovery_codes', targetType: 'user', targetId: userId })
    const to = { to: account.email, isPlaceholder: account.emailIsPlaceholder }
    await queueMail(ctx, tx, { ...to, ...recoveryCodesRenewedMail() })
  })
  return { recoveryCodes: shown }
}
