import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { isSecondFactorRequired } from '@quaff/features/sessions/rules'
import { isSecondFactorDemanded, requireRecentSignIn } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import type { SecondProof } from '../contract'
import { secondFactorRefusals } from '../refusals'
import { checkSecondProof } from './check-second-proof'
import { secondFactorOffMail } from './second-factor-emails'
import { deleteFactor } from './second-factor-store'

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
