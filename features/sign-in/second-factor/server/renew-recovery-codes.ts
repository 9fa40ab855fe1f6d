import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { requireRecentSignIn } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import type { SecondProof } from '../contract'
import { checkSecondProof } from './check-second-proof'
import { newRecoveryCodes } from './recovery-codes'
import { recoveryCodesRenewedMail } from './second-factor-emails'
import { replaceRecoveryHashes } from './second-factor-store'

/** Asks for a code too: new recovery codes would otherwise be the way to turn the factor off without the app. */
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
