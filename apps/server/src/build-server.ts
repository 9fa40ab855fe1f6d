import { Hono } from 'hono'
import type { FindInvitation } from '@quaff/features/marketing/contract'
import type { Services } from '@quaff/platform/server/context'
import type { Env } from './edge/env'
import { logUnexpected, toHttpError } from './edge/error-mapper'
import { errorResponse } from './edge/error-response'
import { KeptRoutes } from './edge/kept-routes'
import { originGuard } from './edge/origin-guard'
import { framedForms } from './edge/pages/framed-forms'
import { noInvitations, pageDetails } from './edge/pages/page-details'
import { publicPages } from './edge/pages/public-pages'
import { staticFiles } from './edge/pages/static-files'
import { requestContext } from './edge/request-context'
import { securityHeaders } from './edge/security-headers'
import { lastAnswers, mountHealth, type Readiness } from './edge/watching/health'
import { createMetrics } from './edge/watching/metrics'
import { traceRequests } from './edge/watching/trace-requests'

export type BuildOptions = {
  /** Adds the APIs; the console's files come after them. */
  mount?: (app: Hono<Env>) => void
  /** Folder of the built console. */
  consoleFolder?: string
  /** The affiliate behind an invitation code, for `/affiliate`. */
  findInvitation?: FindInvitation
  trustedProxies?: readonly string[]
  metricsToken?: string | null
  readiness?: Readiness
}

/** The whole server without a socket: tests call `app.request()`. */
export function buildServer(services: Services, options: BuildOptions = {}): Hono<Env> {
  const {
    mount,
    consoleFolder = 'dist/console',
    findInvitation = noInvitations,
    trustedProxies = [],
    metricsToken = null,
    readiness = { accepting: true },
  } = options
  const { baseUrl, mapTiles } = services.settings
  const app = new Hono<Env>({ router: new KeptRoutes() })
  const metrics = createMetrics(services, metricsToken)

  app.use(metrics.measure)
  if (services.tracer) app.use(traceRequests(services.tracer))
  app.use(lastAnswers(readiness))
  app.use(securityHeaders({ https: baseUrl.startsWith('https:') }))
  app.use(requestContext(services, trustedProxies))
  mountHealth(app, services, readiness)
  metrics.mount(app)
  app.use(originGuard(services))
  mount?.(app)
  app.use(framedForms(services))
  app.use(publicPages(consoleFolder, pageDetails(services, findInvitation)))
  app.use(staticFiles(consoleFolder, mapTiles ? new URL(mapTiles.url).origin : undefined))

  app.onError((error, c) => {
    const httpError = toHttpError(error)
    if (httpError.unexpected) logUnexpected(services.log, error, c.get('request').requestId)
    return errorResponse(c, httpError)
  })
  return app
}
