import type { Context } from '@quaff/platform/server/context'
import { invitationEnd } from '../entries/rules'
import { joinPath } from '../rules'
import { waitlistInvitationMail } from './waitlist-emails'
import type { StoredWaitlist } from './waitlist-store'

/** A token for the mail and for nobody else: the row keeps its keyed hash. An earlier one opens nothing any more. */
export function newInvitation(ctx: Context, list: StoredWaitlist, { email, name }: { email: string; name: string }) {
  const now = ctx.clock.now()
  const token = ctx.secrets.newToken()
  const invitationExpiresAt = invitationEnd(now, list.invitationDays)
  const url = `${ctx.settings.baseUrl}${joinPath(list.slug)}?invite=${token}`
  const mail = waitlistInvitationMail({
    url,
    name,
    listName: list.name,
    expiresAt: invitationExpiresAt,
    timeZone: ctx.settings.timeZone,
  })
  return {
    invitedAt: now,
    invitationExpiresAt,
    invitationHash: invitationHash(ctx, token),
    mail: { to: email, ...mail },
  }
}

export const invitationHash = ({ secrets }: Pick<Context, 'secrets'>, token: string) =>
  secrets.hash(`waitlist-invitation:${token}`)
