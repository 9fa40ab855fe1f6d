import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { RequestContext, Services, Tracer } from '@quaff/platform/server'
import { clientAddress, networkOf, trustedProxyList } from './client-network'
import type { Env } from './env'
import { applyCookies, PendingCookies, readBrowser } from './session-cookie'

const maxUserAgent = 256
const apiPath = /^\/(rpc|api|us-central1|ingest|v1|webhooks|auth\/oidc)\//

class Details implements RequestContext {
  readonly #raw: Request

  constructor(
    readonly requestId: string,
    readonly network: string,
    readonly userAgent: string,
    readonly browser: string | null,
    raw: Request,
  ) {
    this.#raw = raw
  }

  /** Created lazily by the platform; few calls need it. */
  get signal(): AbortSignal {
    return this.#raw.signal
  }
}

/** Sets the request's id and client address, writes the verb's cookies, and logs one line per call. */
export function requestContext(services: Services, trustedProxies: readonly string[]): MiddlewareHandler<Env> {
  const trusted = trustedProxyList(trustedProxies)
  return async (c, next) => {
    const started = performance.now()
    const requestId = services.ids.newId('req')
    const address = clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), trusted)
    const userAgent = (c.req.header('user-agent') ?? '').slice(0, maxUserAgent)
    const cookies = new PendingCookies()
    c.set('request', new Details(requestId, networkOf(address), userAgent, readBrowser(c, services), c.req.raw))
    c.set('cookies', cookies)
    await next()
    applyCookies(c, services, cookies)
    if (c.res !== c.get('builtResponse')) c.res.headers.set('x-request-id', requestId)
    if (!apiPath.test(c.req.path)) return
    const { method, path } = c.req
    const { status } = c.res
    const level = status >= 500 ? 'warn' : 'info'
    services.log[level]('request', { requestId, method, path, status, ms: Math.round(performance.now() - started) })
  }
}

/** Polled by machines every few seconds; traces of them would be useless. */
const unwatched = new Set(['/healthz', '/readyz', '/metrics'])
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Names each span by its route, because addresses contain ids and caller input. */
export function traceRequests(tracer: Tracer): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (unwatched.has(c.req.path)) return next()
    const method = methods.has(c.req.method) ? c.req.method : 'OTHER'
    const details = { 'http.request.method': method }
    const link = c.req.header('traceparent')
    return tracer.span({ name: method, kind: 'server', details, link }, async (span) => {
      await next()
      const route = c.get('route') ?? nameOf(routePath(c))
      const { status } = c.res
      span.rename(`${method} ${route}`)
      span.note({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span.fail(String(status))
    })
  }
}

/** Pages and build files share the catch-all route. */
const nameOf = (path: string) => (path === '/*' || path === '*' ? 'page' : path)
