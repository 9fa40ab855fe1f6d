import type { MiddlewareHandler } from 'hono'
import type { Services } from '@quaff/platform/server/context'
import { clientAddress, networkOf, trustedProxyList } from './client-network'
import type { Env } from './env'
import { applyCookies, pendingCookies, readBrowser } from './session-cookie'

const maxUserAgent = 256
const apiPath = /^\/(rpc|api|us-central1|ingest|v1|webhooks|auth\/oidc)\//

/** Who asks from where, under which id; writes the cookies that the verb wanted, and one log line per call. */
export function requestContext(services: Services, trustedProxies: readonly string[]): MiddlewareHandler<Env> {
  const trusted = trustedProxyList(trustedProxies)
  return async (c, next) => {
    const started = performance.now()
    const requestId = services.ids.newId('req')
    const address = clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), trusted)
    const userAgent = (c.req.header('user-agent') ?? '').slice(0, maxUserAgent)
    const cookies = pendingCookies()
    const { raw } = c.req
    const browser = readBrowser(c, services)
    c.set('request', {
      requestId,
      network: networkOf(address),
      userAgent,
      browser,
      // Made by the platform when it is asked for, which few calls do.
      get signal() {
        return raw.signal
      },
    })
    c.set('cookies', cookies)
    await next()
    applyCookies(c, services, cookies)
    c.res.headers.set('x-request-id', requestId)
    if (!apiPath.test(c.req.path)) return
    const { method, path } = c.req
    services.log.info('request', {
      requestId,
      method,
      path,
      status: c.res.status,
      ms: Math.round(performance.now() - started),
    })
  }
}
