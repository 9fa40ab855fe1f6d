import type { Context as HonoContext } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { timingSafeEqual } from 'node:crypto'
import type { CookieJar, Services } from '@quaff/platform/server/context'
import { product } from '@quaff/platform/shared/product'

type WantedSession = { token: string; expires: Date } | null | undefined
export type PendingCookies = CookieJar & {
  /** undefined: leave the cookie as it is; null: remove it. */
  wanted: WantedSession
}

/** Remembers what the verb wants until there is an answer to put it on. */
export function pendingCookies(): PendingCookies {
  const jar: PendingCookies = {
    wanted: undefined,
    setSession: (token, expires) => void (jar.wanted = { token, expires }),
    clearSession: () => void (jar.wanted = null),
  }
  return jar
}

export function sessionCookieName({ settings }: Pick<Services, 'settings'>): string {
  return settings.secureCookies ? `__Host-${product.slug}` : product.slug
}

/** The browser's cookie, or the header of a caller without one; undefined when neither is there or the signature is not ours. */
export function readSessionToken(c: HonoContext, services: Services): string | undefined {
  const cookie = getCookie(c, sessionCookieName(services))
  if (cookie !== undefined) return verify(services, cookie)
  return /^Bearer ([\w-]{1,256})$/i.exec(c.req.header('authorization') ?? '')?.[1]
}

export function applySession(c: HonoContext, services: Services, wanted: WantedSession): void {
  if (wanted === undefined) return
  const name = sessionCookieName(services)
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure: services.settings.secureCookies } as const
  if (wanted === null) {
    deleteCookie(c, name, attributes)
    // Not "storage": theme and density belong to the browser, and the console removes the person's entries itself.
    c.header('clear-site-data', '"cache"')
  } else
    setCookie(c, name, `${wanted.token}.${sign(services, wanted.token)}`, { ...attributes, expires: wanted.expires })
}

function sign({ secrets }: Services, token: string): string {
  return secrets.hash(`session-cookie:${token}`)
}

function verify(services: Services, cookie: string): string | undefined {
  const dot = cookie.lastIndexOf('.')
  const token = cookie.slice(0, Math.max(dot, 0))
  const given = Buffer.from(cookie.slice(dot + 1))
  const expected = Buffer.from(sign(services, token))
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
}
