import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { timingSafeEqual } from 'node:crypto'
import { type CookieJar, product, type Services } from '@quaff/platform/server'

type Wanted = { value: string; expires: Date }

/** Remembers what the verb wants until there is an answer to put it on. */
export class PendingCookies implements CookieJar {
  session: Wanted | undefined
  browser: Wanted | undefined
  clearsCache = false

  setSession(value: string, expires: Date): void {
    this.session = { value, expires }
  }

  clearCache(): void {
    this.clearsCache = true
  }

  setBrowser(value: string, expires: Date): void {
    this.browser = { value, expires }
  }
}

export function sessionCookieName({ settings }: Pick<Services, 'settings'>): string {
  return settings.secureCookies ? `__Host-${product.slug}` : product.slug
}

const browserCookieName = (services: Pick<Services, 'settings'>) => `${sessionCookieName(services)}-browser`

/** The browser's cookie, or the header of a caller without one; undefined when neither is there or the signature is not ours. */
export function readSessionToken(c: HonoContext, services: Services): string | undefined {
  const cookie = getCookie(c, sessionCookieName(services))
  if (cookie !== undefined) return verify(services, 'session', cookie)
  return /^Bearer ([\w-]{1,256})$/i.exec(c.req.header('authorization') ?? '')?.[1]
}

/** Returns the id that we assigned to the browser; null without a valid cookie. */
export function readBrowser(c: HonoContext, services: Services): string | null {
  const cookie = getCookie(c, browserCookieName(services))
  return cookie === undefined ? null : (verify(services, 'browser', cookie) ?? null)
}

export function applyCookies(c: HonoContext, services: Services, { session, browser, clearsCache }: PendingCookies) {
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure: services.settings.secureCookies } as const
  const give = (name: string, kind: Kind, { value, expires }: Wanted) =>
    setCookie(c, name, `${value}.${sign(services, kind, value)}`, { ...attributes, expires })
  // Not "storage": theme and density belong to the browser, and the console removes the user's entries itself.
  if (clearsCache) c.header('clear-site-data', '"cache"')
  if (session) give(sessionCookieName(services), 'session', session)
  if (browser) give(browserCookieName(services), 'browser', browser)
}

/** Part of what is signed: neither cookie passes for the other. */
type Kind = 'session' | 'browser'

function sign({ secrets }: Services, kind: Kind, value: string) {
  return secrets.hash(`${kind}-cookie:${value}`)
}

function verify(services: Services, kind: Kind, cookie: string) {
  const dot = cookie.lastIndexOf('.')
  const value = cookie.slice(0, Math.max(dot, 0))
  const given = Buffer.from(cookie.slice(dot + 1))
  const expected = Buffer.from(sign(services, kind, value))
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined
}
