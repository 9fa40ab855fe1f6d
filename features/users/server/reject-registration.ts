import { saveUser } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { merchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { withoutControls } from '@quaff/platform/shared/text'
import type { RejectRegistrationInput } from '../access-contract'
import { userPermissions } from '../permissions'
import { publishUser } from './publish-user'
import { rejectedMail } from './registration-emails'
import { lockTarget, refuseUnlessPossible } from './target-person'

/** `rejectUserRegistration` of spec §7: for good (0001, "States"); the person hears of it, with the reason. */
export async function rejectRegistration(ctx: Context, input: RejectRegistrationInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.reject')
  await inTransaction(ctx, (tx) => rejectRegistrationIn(ctx, tx, actor, input))
  return { success: true }
}

/** Inside of the transaction of a verb that has been authorized for `user.reject`. */
export async function rejectRegistrationIn(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  { venueName, ...input }: RejectRegistrationInput & { venueName?: string },
): Promise<void> {
  const reason = withoutControls(input.reason).trim()
  const target = await lockTarget(tx, merchantScope(actor), { userId: input.userId })
  refuseUnlessPossible('reject', actor, target)
  const { user } = target
  await saveUser(tx, user.id, { status: 'rejected', rejectionReason: reason || null }, ctx.clock.now())
  await queueMail(ctx, tx, {
    to: user.email,
    isPlaceholder: user.emailIsPlaceholder,
    ...rejectedMail(reason, venueName),
  })
  const details = { by: actor.userId }
  await addUserActivity(ctx, tx, { userId: user.id, action: 'registration_rejected', details })
  await recordAudit(ctx, tx, {
    action: 'reject_registration',
    targetType: 'user',
    targetId: user.id,
    before: { status: user.status },
    after: { status: 'rejected', ...(reason ? { reason } : {}) },
  })
  await publishUser(tx, user.id)
}
