import { replaceMemberships, saveUser } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { listKnownMerchantIds } from '@quaff/features/merchants/server'
import { merchantNotFound, merchantScope } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  inTransaction,
  queueMail,
  recordAudit,
  refuse,
  type Transaction,
  type UserActor,
  withoutControls,
} from '@quaff/platform/server'
import type { ApproveRegistrationInput, RejectRegistrationInput } from '../access-contract'
import { decideAssignment } from '../access-rules'
import { userPermissions } from '../permissions'
import { userRefusals } from '../refusals'
import { assignedMerchantIds } from '../rules'
import { type Approval, sendInvitation } from './send-invitation'
import { lockTarget, refuseUnlessPossible } from './target-person'
import { rejectedMail } from './user-emails'
import { publishUser } from './user-presenter'

/** `rejectUserRegistration` of spec §7: permanent (specification-gaps.md, "States"). The user receives the reason by email. */
export async function rejectRegistration(ctx: Context, input: RejectRegistrationInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.reject')
  await inTransaction(ctx, (tx) => rejectRegistrationIn(ctx, tx, actor, input))
  return { success: true }
}

/** Within the transaction of a verb that has authorized `user.reject`. */
export async function rejectRegistrationIn(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  { venueName, ...input }: RejectRegistrationInput & { venueName?: string },
) {
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
    after: { status: 'rejected', ...(reason ? { reason } : {}), ...(venueName ? { venueName } : {}) },
  })
  await publishUser(tx, user.id)
}

const role = 'merchant_owner'

/** `approveUserRegistration` of spec §7 (specification-gaps.md, "States"): the registered person is invited as a merchant owner. */
export async function approveRegistration(ctx: Context, input: ApproveRegistrationInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.approve')
  await inTransaction(ctx, (tx) => approveRegistrationIn(ctx, tx, actor, input))
  return { success: true }
}

/** Within the transaction of a verb that has authorized `user.approve`. */
export async function approveRegistrationIn(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  { approvedVenue, ...input }: ApproveRegistrationInput & Approval,
) {
  const scope = merchantScope(actor)
  const target = await lockTarget(tx, scope, { userId: input.userId })
  refuseUnlessPossible('approve', actor, target)
  const { user, details: fields } = target
  const merchantIds = assignedMerchantIds(role, input.merchantIds)
  const knownMerchantIds = await listKnownMerchantIds(tx, scope, merchantIds)
  const verdict = decideAssignment({ role, merchantIds, knownMerchantIds, hasApplication: fields.hasApplication })
  if (!verdict.ok) throw verdict.reason === 'MERCHANT' ? merchantNotFound() : refuse(userRefusals, verdict.reason)
  await saveUser(tx, user.id, { role, status: 'pending' }, ctx.clock.now())
  await replaceMemberships(tx, user.id, merchantIds)
  await sendInvitation(ctx, tx, { id: user.id, email: user.email, role, merchantIds, approvedVenue })
  const details = { by: actor.userId, role }
  await addUserActivity(ctx, tx, { userId: user.id, action: 'registration_approved', details })
  await recordAudit(ctx, tx, {
    action: 'approve_registration',
    targetType: 'user',
    targetId: user.id,
    before: { status: user.status },
    after: { status: 'pending', role, merchantIds, ...(approvedVenue ? { venueName: approvedVenue } : {}) },
  })
  await publishUser(tx, user.id, merchantIds)
}
