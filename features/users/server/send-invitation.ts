import { invitedToOf } from '@quaff/features/accounts/rules'
import { saveInvitation } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { listMerchantNames } from '@quaff/features/merchants/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { createLink, findInvitedTo } from '@quaff/features/sign-in/server'
import {
  type Context,
  queueMail,
  type RateLimitName,
  recordAudit,
  takeFromLimit,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import { resendInvitationIn } from './change-invitation'
import { lockTarget, refuseUnlessPossible, type Target } from './target-person'
import { invitationMail, movedInMail } from './user-emails'

type Invitee = { id: string; email: string; role: string; merchantIds: string[] }

/** The invitation says that the application for this venue was approved. */
export type Approval = { approvedVenue?: string }

/** Creates the invitation and a link that replaces all earlier ones. Only the email contains the link. */
export async function sendInvitation(ctx: Context, tx: Transaction, { approvedVenue, ...invitee }: Invitee & Approval) {
  const url = await createInvitation(ctx, tx, invitee)
  const found = await findInvitedTo(tx, invitee.id)
  const invitedTo = found ?? { role: invitee.role, inviter: null, venues: [] }
  await queueMail(ctx, tx, { to: invitee.email, ...invitationMail(url, invitedTo, approvedVenue) })
}

/** Creates the link of a new invitation without an email. */
export async function createInvitation(
  ctx: Context,
  tx: Transaction,
  { id, email, role, merchantIds }: Invitee,
): Promise<string> {
  const invitedBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  await saveInvitation(tx, { userId: id, role, merchantIds, invitedBy, createdAt: ctx.clock.now() })
  return createLink(ctx, tx, { userId: id, email, purpose: 'invitation' })
}

type PerHour = Extract<
  RateLimitName,
  `invitation${string}` | `resend${string}` | `corrections${string}` | `reset${string}` | `registration${string}`
>

export async function throttle(ctx: Context, limit: PerHour, key: string) {
  await takeFromLimit(ctx, limit, key, 'Too many requests. Try again in an hour.')
}

/**
 * Sends an imported user access: pending ones receive the invitation, others a link that sets a password and is valid
 * as long as an invitation. Refuses like the two verbs.
 */
export async function mailWayIn(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  { userId, hasPassword }: { userId: string; hasPassword: boolean },
): Promise<void> {
  const target = await lockTarget(tx, merchantScope(actor), { userId })
  const isPending = target.details.status === 'pending'
  return isPending
    ? resendInvitationIn(ctx, tx, actor, target)
    : mailMovedIn(ctx, tx, actor, { ...target, hasPassword })
}

async function mailMovedIn(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  { hasPassword, ...target }: Target & { hasPassword: boolean },
) {
  refuseUnlessPossible('sendPasswordReset', actor, target)
  const { id: userId, email } = target.user
  const names = await listMerchantNames(tx, merchantScope(actor), target.merchantIds)
  const venues = target.merchantIds.flatMap((id) => names.get(id) ?? [])
  const invitedTo = invitedToOf({ role: target.details.role, inviter: null, venues, applied: null })
  const url = await createLink(ctx, tx, { userId, email, purpose: 'password_reset', validAs: 'invitation' })
  const loginUrl = `${ctx.settings.baseUrl}/auth/login`
  await queueMail(ctx, tx, { to: email, ...movedInMail({ url, loginUrl, invitedTo, hasPassword }) })
  await addUserActivity(ctx, tx, { userId, action: 'moved_in_mailed', details: { by: actor.userId } })
  await recordAudit(ctx, tx, { action: 'invite_moved_user', targetType: 'user', targetId: userId })
}
