import {
  findToken,
  issueSecret,
  revokeSecrets,
  consumeToken,
  type LinkPurpose,
} from '@quaff/features/one-time-secrets/server'
import type { Context, Queryable, Transaction } from '@quaff/platform/server/context'
import { signInLimits } from '../contract'

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
  /** For an email that the person did not ask for, and may read days later. */
  validAs?: LinkPurpose
}

/**
 * Returns the URL for an email to `email`. Invitations and resets replace their older links; sign-in links do not, since
 * people open the first of two emails.
 */
export async function createLink(
  ctx: Context,
  tx: Transaction,
  { userId, email, purpose, validAs = purpose }: NewLink,
): Promise<string> {
  const secret = ctx.secrets.newToken()
  if (purpose !== 'sign_in') await revokeSecrets(tx, { userId }, [purpose])
  await issueSecret(ctx, tx, { purpose, secret, userId, subject: email, lifetimeMs: lifetimesMs[validAs] })
  return `${ctx.settings.baseUrl}${paths[purpose]}?token=${secret}`
}

export type GivenLink = { token: string; purposes: readonly [LinkPurpose, ...LinkPurpose[]]; email?: string }
type FoundLink = { id: string; userId: string; email: string; purpose: LinkPurpose }

/** Returns a link that may still be used, of an account that still has the address it was emailed to. */
export async function findLink(ctx: Context, db: Queryable, link: GivenLink): Promise<FoundLink | null> {
  return linkOf(link, await findToken(ctx, db, { ...link, subject: link.email }))
}

/** Of several at the same time one gets the link, and the others null. Lock the account first. */
export async function consumeLink(ctx: Context, tx: Transaction, link: GivenLink): Promise<FoundLink | null> {
  return linkOf(link, await consumeToken(ctx, tx, { ...link, subject: link.email }))
}

function linkOf({ purposes }: GivenLink, found: Awaited<ReturnType<typeof findToken>>): FoundLink | null {
  const purpose = purposes.find((one) => one === found?.purpose)
  if (!found?.userId || found.subject === null || !purpose) return null
  return { id: found.id, userId: found.userId, email: found.subject, purpose }
}
