import { Hono } from 'hono'
import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { FindInvitation } from '@quaff/features/marketing/contract'
import type { Services } from '@quaff/platform/server'
import type { Env } from './edge/env'
import { logUnexpected, toHttpError } from './edge/error-mapper'
import { errorResponse } from './edge/error-response'
import { lastAnswers, mountHealth, type Readiness } from './edge/health'
import { createMetrics } from './edge/metrics'
import { originGuard } from './edge/origin-guard'
import { noInvitations, pageDetails } from './edge/pages/page-details'
import { publicPages } from './edge/pages/public-pages'
import { staticFiles } from './edge/pages/static-files'
import { requestContext, traceRequests } from './edge/request-context'
import { securityHeaders, framedForms } from './edge/security-headers'

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

/** Exceeds the number of procedures; anonymous calls must not fill the memory. */
const most = 2_000
/** Names a procedure, and nothing in it varies. */
const called = /^\/rpc\/[\w/]{1,100}$/

/** The library's routes. What a procedure's address leads to is looked up once: our routes are too many kinds for its fast way. */
export class KeptRoutes<T> implements Router<T> {
  readonly name = 'KeptRoutes'
  readonly #routes = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] })
  readonly #kept = new Map<string, Result<T>>()

  add(method: string, path: string, handler: T): void {
    this.#routes.add(method, path, handler)
  }

  match(method: string, path: string): Result<T> {
    if (method !== 'POST') return this.#routes.match(method, path)
    const kept = this.#kept.get(path)
    if (kept) return kept
    const found = this.#routes.match(method, path)
    if (this.#kept.size < most && called.test(path)) this.#kept.set(path, found)
    return found
  }
}
