import { invitedToOf } from '@quaff/features/accounts/rules'
import { addUserActivity } from '@quaff/features/activity/server'
import { listMerchantNames } from '@quaff/features/merchants/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { createLink } from '@quaff/features/sign-in/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { resendInvitationIn } from './resend-invitation'
import { lockTarget, refuseUnlessPossible, type Target } from './target-person'
import { movedInMail } from './user-emails'

/**
 * How somebody gets in who came over from an old system: whoever is still pending by the invitation, everybody else by a link
 * that sets a password, valid as long as an invitation: nobody waits for this mail. Refuses as the two verbs do.
 */
export async function mailWayIn(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  { userId, hasPassword }: { userId: string; hasPassword: boolean },
): Promise<void> {
  const target = await lockTarget(tx, merchantScope(actor), { userId })
  const isPending = target.facts.status === 'pending'
  return isPending
    ? resendInvitationIn(ctx, tx, actor, target)
    : mailMovedIn(ctx, tx, actor, { ...target, hasPassword })
}

async function mailMovedIn(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  { hasPassword, ...target }: Target & { hasPassword: boolean },
): Promise<void> {
  refuseUnlessPossible('sendPasswordReset', actor, target)
  const { id: userId, email } = target.user
  const names = await listMerchantNames(tx, merchantScope(actor), target.merchantIds)
  const venues = target.merchantIds.flatMap((id) => names.get(id) ?? [])
  const invitedTo = invitedToOf({ role: target.facts.role, inviter: null, venues, applied: null })
  const url = await createLink(ctx, tx, { userId, email, purpose: 'password_reset', validAs: 'invitation' })
  const loginUrl = `${ctx.settings.baseUrl}/auth/login`
  await queueMail(ctx, tx, { to: email, ...movedInMail({ url, loginUrl, invitedTo, hasPassword }) })
  await addUserActivity(ctx, tx, { userId, action: 'moved_in_mailed', details: { by: actor.userId } })
  await recordAudit(ctx, tx, { action: 'invite_moved_user', targetType: 'user', targetId: userId })
}
