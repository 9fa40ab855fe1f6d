import type { UserActor } from '@quaff/platform/server/actor'
import type { Context } from '@quaff/platform/server/context'
import type { InvitationTimeline } from '../invitations-contract'
import { invitationTimeline } from '../invitations-rules'
import { userPermissions } from '../permissions'
import { findInvitationLink, findInvitationMail } from './timeline-store'
import type { StoredUser } from './user-store'

/** The way of a person's invitation, for whoever may send it again. */
export async function readTimeline(
  ctx: Context,
  actor: UserActor,
  user: StoredUser,
): Promise<InvitationTimeline | null> {
  const { invitation } = user
  const mayInvite = userPermissions['user.resendInvitation'].some((role) => role === actor.role)
  if (!invitation || !mayInvite) return null
  // Once it was used it has arrived, and nobody needs the search for its mail.
  const mail = invitation.used ? undefined : await findInvitationMail(ctx.db, user.email, invitation.createdAt)
  const link = await findInvitationLink(ctx.db, user.id)
  return invitationTimeline(
    { ...invitation, hasPassword: user.hasPassword, mail: mail ?? null, link: link ?? null },
    ctx.clock.now(),
  )
}
