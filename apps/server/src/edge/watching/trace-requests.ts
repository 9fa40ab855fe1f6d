import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Tracer } from '@quaff/platform/server/ports'
import type { Env } from '../env'

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
