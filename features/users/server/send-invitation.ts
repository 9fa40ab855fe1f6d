import { saveInvitation } from '@quaff/features/accounts/server'
import { createLink, findInvitedTo } from '@quaff/features/sign-in/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { invitationMail } from './user-emails'

export type Invitee = { id: string; email: string; role: string; merchantIds: string[] }
/** The invitation says that the application for this venue was approved. */
export type Approval = { approvedVenue?: string }

/** Writes the invitation and a link that replaces all earlier ones. The link goes into the mail and nowhere else. */
export async function sendInvitation(
  ctx: Context,
  tx: Transaction,
  { approvedVenue, ...invitee }: Invitee & Approval,
): Promise<void> {
  const url = await createInvitation(ctx, tx, invitee)
  const found = await findInvitedTo(tx, invitee.id)
  const invitedTo = found ?? { role: invitee.role, inviter: null, venues: [] }
  await queueMail(ctx, tx, { to: invitee.email, ...invitationMail(url, invitedTo, approvedVenue) })
}

/** The link of a new invitation, not mailed. */
export async function createInvitation(
  ctx: Context,
  tx: Transaction,
  { id, email, role, merchantIds }: Invitee,
): Promise<string> {
  const invitedBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  await saveInvitation(tx, { userId: id, role, merchantIds, invitedBy, createdAt: ctx.clock.now() })
  return createLink(ctx, tx, { userId: id, email, purpose: 'invitation' })
}
