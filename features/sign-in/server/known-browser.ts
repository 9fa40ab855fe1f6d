import type { Account } from '@quaff/features/accounts/server'
import { hasSignedInWith } from '@quaff/features/activity/server'
import type { Context } from '@quaff/platform/server/context'

/** Shorter than the retention of audit records; browsers limit cookies to 400 days. */
const knownForMs = 365 * 86_400_000

type Person = Pick<Account, 'id' | 'passwordHash'>

/**
 * Sets the browser's cookie and returns the key to record with the proved identity. A browser keeps its name,
 * because several people of a merchant share one.
 */
export function rememberBrowser(ctx: Context, person: Person): string {
  return browserKey(ctx, nameBrowser(ctx), person)
}

/** Returns the browser's id from its cookie, or sets a new one. */
export function nameBrowser(ctx: Context): string {
  const browser = ctx.request.browser ?? ctx.secrets.newToken()
  ctx.cookies.setBrowser(browser, new Date(ctx.clock.now().getTime() + knownForMs))
  return browser
}

/** Null for an unknown browser: no cookie, or no sign-in to this account with it since the last password change. */
export async function findKnownBrowser(ctx: Context, person: Person | null): Promise<string | null> {
  const browser = browserKey(ctx, ctx.request.browser ?? '', person)
  const since = new Date(ctx.clock.now().getTime() - knownForMs)
  const isKnown = await hasSignedInWith(ctx.db, { userId: person?.id ?? '', browser, since })
  return isKnown ? browser : null
}

/** Recognisable, not readable; another one for every account and every password of it. */
function browserKey(ctx: Context, browser: string, person: Person | null): string {
  return ctx.secrets.hash(`browser:${JSON.stringify([browser, person?.id, person?.passwordHash])}`)
}
