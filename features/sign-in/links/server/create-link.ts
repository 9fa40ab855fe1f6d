import type { Context, Transaction } from '@quaff/platform/server/context'
import { signInLimits } from '../../contract'
import type { LinkPurpose } from '../../server/tables'
import { deleteUnusedLinks, insertLink } from './link-store'

const lifetimesMs = {
  sign_in: signInLimits.signInLinkMs,
  invitation: signInLimits.invitationLinkMs,
  password_reset: signInLimits.signInLinkMs,
} satisfies Record<LinkPurpose, number>

const paths = {
  sign_in: '/auth/complete-signin',
  invitation: '/auth/complete-signin',
  password_reset: '/auth/reset-password',
} satisfies Record<LinkPurpose, string>

export type NewLink = {
  userId: string
  email: string
  purpose: LinkPurpose
  /** For a mail that nobody has asked for, and may read days later. */
  validAs?: LinkPurpose
}

/**
 * The address for a mail to `email`, and for nobody else: only the token's hash is stored. Invitations and resets replace
 * their older links; sign-in links do not, since people open the first of two mails.
 */
export async function createLink(
  ctx: Context,
  tx: Transaction,
  { userId, email, purpose, validAs = purpose }: NewLink,
): Promise<string> {
  const now = ctx.clock.now()
  const token = ctx.secrets.newToken()
  if (purpose !== 'sign_in') await deleteUnusedLinks(tx, userId, purpose)
  await insertLink(tx, {
    id: ctx.ids.newId('lnk'),
    tokenHash: ctx.secrets.hash(token),
    userId,
    email,
    purpose,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimesMs[validAs]),
  })
  return `${ctx.settings.baseUrl}${paths[purpose]}?token=${token}`
}
