import { type Account, findAccountForUpdate } from '@quaff/features/accounts/server'
import {
  consumeToken,
  findToken,
  issueSecret,
  type LinkPurpose,
  revokeSecrets,
} from '@quaff/features/one-time-secrets/server'
import type { Context, Queryable, Transaction } from '@quaff/platform/server'
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

type NewLink = {
  userId: string
  email: string
  purpose: LinkPurpose
  /** Set for an unrequested email, which may be read days later. */
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

/** Only one of several concurrent calls gets the link; the others get null. Lock the account first. */
export async function consumeLink(ctx: Context, tx: Transaction, link: GivenLink): Promise<FoundLink | null> {
  return linkOf(link, await consumeToken(ctx, tx, { ...link, subject: link.email }))
}

function linkOf({ purposes }: GivenLink, found: Awaited<ReturnType<typeof findToken>>): FoundLink | null {
  const purpose = purposes.find((one) => one === found?.purpose)
  if (!found?.userId || found.subject === null || !purpose) return null
  return { id: found.id, userId: found.userId, email: found.subject, purpose }
}

/**
 * Locks the account's current state for writing; null if it was erased or changed its address. Then nothing may be
 * emailed or stored for the address.
 */
export async function lockAccountToMail(tx: Transaction, found: Account): Promise<Account | null> {
  const account = await findAccountForUpdate(tx, found.id)
  return account?.email === found.email ? account : null
}

const running = new Set<Promise<void>>()

/**
 * Looks up an address and emails it after the response, so that the time reveals nothing about the address. A request
 * just before the process ends is lost and must be repeated.
 */
export function answerFirst(ctx: Context, work: () => Promise<void>): { success: true } {
  const done = work()
    .catch((error: unknown) => {
      ctx.log.error('mail_not_queued', { reason: error instanceof Error ? error.name : 'unknown' })
    })
    .finally(() => running.delete(done))
  running.add(done)
  return { success: true }
}

/** Used by the shutdown, and by tests that read the outbox. */
export async function finishRequestedMails() {
  await Promise.all(running)
}
