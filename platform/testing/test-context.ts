import {
  type Actor,
  anonymous,
  type Context,
  type CookieJar,
  type RequestContext,
  type Services,
} from '@quaff/platform/server'

type CapturedCookies = CookieJar & {
  /** The cookie that the response would set. */
  session: { token: string; expires: Date } | undefined
  browser: string | undefined
}

export type TestContext = Context & { cookies: CapturedCookies }

const request: RequestContext = { requestId: 'req_test', network: '203.0.113.7', userAgent: 'vitest', browser: null }

/** The context of one request by `actor`, as the transport would build it. */
export function contextAs(
  services: Services,
  actor: Actor = anonymous,
  details: Partial<RequestContext> = {},
): TestContext {
  return { ...services, actor, request: { ...request, ...details }, cookies: capturedCookies() }
}

function capturedCookies(): CapturedCookies {
  const jar: CapturedCookies = {
    session: undefined,
    browser: undefined,
    setSession: (token, expires) => void (jar.session = { token, expires }),
    clearCache: () => {},
    setBrowser: (id) => void (jar.browser = id),
  }
  return jar
}
