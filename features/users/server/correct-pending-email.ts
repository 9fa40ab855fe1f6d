import { moveToEmail } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { revokeSecrets } from '@quaff/features/one-time-secrets/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, type Refusal } from '@quaff/platform/shared/refusal'
import type { CorrectEmailInput } from '../access-contract'
import { userPermissions } from '../permissions'
import { userRefusals } from '../refusals'
import { assignedMerchantIds, existingAccountText, readUserStatus } from '../rules'
import { throttle } from './invitation-limits'
import { publishUser } from './publish-user'
import { sendInvitation } from './send-invitation'
import { lockTarget, refuseUnlessPossible } from './target-person'
import { findUserByEmail } from './user-store'

/** Another address for somebody who has not accepted yet: a new invitation goes there, the old links open nothing. */
export async function correctPendingEmail(ctx: Context, input: CorrectEmailInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.correctEmail')
  const { email } = input
  await throttle(ctx, 'correctionsPerCaller', actor.userId)
  await inTransaction(ctx, async (tx) => {
    const target = await lockTarget(tx, merchantScope(actor), input)
    refuseUnlessPossible('correctEmail', actor, target)
    const { user } = target
    if (email === user.email) throw refuse(userRefusals, 'SAME_ADDRESS')
    if (!(await moveToEmail(tx, user.id, email, ctx.clock.now()))) throw await addressTaken(tx, email)
    await revokeSecrets(tx, { userId: user.id })
    const merchantIds = assignedMerchantIds(user.role, target.merchantIds)
    await sendInvitation(ctx, tx, { id: user.id, email, role: user.role, merchantIds })
    const details = { by: actor.userId, newAddress: true, formerAddress: user.email }
    await addUserActivity(ctx, tx, { userId: user.id, action: 'invitation_resent', details })
    // Without the addresses: the log outlives the person's wish to be forgotten.
    await recordAudit(ctx, tx, { action: 'correct_email', targetType: 'user', targetId: user.id })
    await publishUser(tx, user.id, target.merchantIds)
  })
  return { success: true }
}

async function addressTaken(tx: Transaction, email: string): Promise<Refusal> {
  const taken = await findUserByEmail(tx, email)
  const text = existingAccountText(readUserStatus(taken?.status ?? 'active'))
  return refuse(userRefusals, 'EMAIL_TAKEN', text)
}
