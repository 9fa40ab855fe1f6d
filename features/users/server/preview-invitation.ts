import { invitedToOf } from '@quaff/features/accounts/rules'
import { listMerchantNames } from '@quaff/features/merchants/server'
import { merchantNotFound, merchantScope } from '@quaff/features/sessions/server'
import { loadPlatformSettings } from '@quaff/features/settings/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { renderMail, withSupport } from '@quaff/platform/server/mail/outbox'
import type { InvitationPreview, PreviewInvitationInput } from '../contract'
import { userPermissions } from '../permissions'
import { assignedMerchantIds } from '../rules'
import { invitationMail } from './user-emails'

/** Rendered by what renders the mail that leaves. The link is made when it does. */
export async function previewInvitation(
  ctx: Context,
  { role, merchantIds, newVenueName }: PreviewInvitationInput,
): Promise<InvitationPreview> {
  const actor = authorize(ctx.actor, userPermissions, 'user.invite')
  const assigned = assignedMerchantIds(role, merchantIds)
  const names = await listMerchantNames(ctx.db, merchantScope(actor), assigned)
  if (names.size < assigned.length) throw merchantNotFound()
  const venues = [...names.values()].toSorted()
  const invitedTo = invitedToOf({ role, inviter: actor.displayName, venues, applied: newVenueName ?? null })
  const mail = invitationMail(`${ctx.settings.baseUrl}/auth/complete-signin?token=…`, invitedTo)
  const { subject, ...parts } = renderMail(mail.subject, mail.body)
  const { supportAddress } = await loadPlatformSettings(ctx.db)
  return { subject, html: withSupport(parts, supportAddress).html }
}
