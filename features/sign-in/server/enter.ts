import { resolveRole } from '@quaff/features/accounts/rules'
import type { Account } from '@quaff/features/accounts/server'
import { hasSignedInWith } from '@quaff/features/activity/server'
import type { Session } from '@quaff/features/sessions/contract'
import { type OpenedSession, presentSession, resolveActor } from '@quaff/features/sessions/server'
import { type Context, refuse } from '@quaff/platform/server'
import { entryRefusals } from '../refusals'
import { singleSignOnRefusals } from '../single-sign-on/refusals'
import { isProviderRequired } from '../single-sign-on/rules'

/**
 * After the commit: reads the new session through the gate that every later request passes, and only then hands the
 * cookie out. An account that changed in between gets none.
 */
export async function enter(ctx: Context, opened: OpenedSession): Promise<Session> {
  const actor = await resolveActor(ctx, opened.token)
  if (actor.kind === 'anonymous') throw refuse(entryRefusals, 'ACCESS_DENIED')
  ctx.cookies.setSession(opened.token, opened.expiresAt)
  return presentSession(ctx, actor)
}

/** Returns the account details that this feature's rules need. */
export function detailsOf(account: Account) {
  return { status: account.status, role: resolveRole(account), invitation: account.invitation }
}

type Person = Pick<Account, 'email'>

const isBound = ({ identityProvider: provider }: Context, email: string) =>
  provider ? isProviderRequired(email, provider.requiredFor) : false

/**
 * Applies to all methods except the provider's, after proof of identity, so that anonymous callers learn of no
 * domain.
 */
export function refuseOtherWays(ctx: Context, { email }: Person) {
  if (isBound(ctx, email)) throw refuse(singleSignOnRefusals, 'PROVIDER_REQUIRED')
}

/** A former employee could otherwise keep the account under another address. */
export function refuseForeignAddress(ctx: Context, { email }: Person, newEmail: string) {
  if (isBound(ctx, email) && !isBound(ctx, newEmail)) throw refuse(singleSignOnRefusals, 'COMPANY_ADDRESS')
}

/** Shorter than the retention of audit records; browsers limit cookies to 400 days. */
const knownForMs = 365 * 86_400_000

type BrowserOwner = Pick<Account, 'id' | 'passwordHash'>

/**
 * Sets the browser's cookie and returns the key to record with the proved identity. A browser keeps its name,
 * because several people of a merchant share one.
 */
export function rememberBrowser(ctx: Context, person: BrowserOwner): string {
  return browserKey(ctx, nameBrowser(ctx), person)
}

/** Returns the browser's id from its cookie, or sets a new one. */
export function nameBrowser(ctx: Context): string {
  const browser = ctx.request.browser ?? ctx.secrets.newToken()
  ctx.cookies.setBrowser(browser, new Date(ctx.clock.now().getTime() + knownForMs))
  return browser
}

/** Null for an unknown browser: no cookie, or no sign-in to this account with it since the last password change. */
export async function findKnownBrowser(ctx: Context, person: BrowserOwner | null): Promise<string | null> {
  const browser = browserKey(ctx, ctx.request.browser ?? '', person)
  const since = new Date(ctx.clock.now().getTime() - knownForMs)
  const isKnown = await hasSignedInWith(ctx.db, { userId: person?.id ?? '', browser, since })
  return isKnown ? browser : null
}

/** Recognisable, not readable; another one for every account and every password of it. */
function browserKey(ctx: Context, browser: string, person: BrowserOwner | null) {
  return ctx.secrets.hash(`browser:${JSON.stringify([browser, person?.id, person?.passwordHash])}`)
}
