import { sql } from 'drizzle-orm'
import type { Hono, MiddlewareHandler } from 'hono'
import { inTime, type Services } from '@quaff/platform/server'
import type { Env } from './env'

const cachedMs = 1_000
const patienceMs = 2_000

/** False once the shutdown begins, so that load balancers send no further requests. */
export type Readiness = { accepting: boolean }

/** Both reveal only yes or no. Any number of requests costs one query per second. */
export function mountHealth(app: Hono<Env>, services: Services, readiness: Readiness) {
  const isDatabaseReady = cachedFor(cachedMs, services, () => answersInTime(services))
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    // Replicas keep polling the primary, and while they replace it a load balancer must keep sending readers here.
    if (!readiness.accepting) return c.json({ status: 'unavailable' }, 503)
    const isReadable = services.replicas?.canAnswer() === true || (await isDatabaseReady())
    return isReadable ? c.json({ status: 'ready' }) : c.json({ status: 'unavailable' }, 503)
  })
}

/** During the shutdown each response closes its connection, because the next request on it would fail. */
export function lastAnswers(readiness: Readiness): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    if (!readiness.accepting) c.header('connection', 'close')
  }
}

function cachedFor(milliseconds: number, { clock }: Services, ask: () => Promise<boolean>) {
  let answer: Promise<boolean> | undefined
  let checkedAt = 0
  return () => {
    const now = clock.now().getTime()
    // Also correct if the clock was set back.
    if (answer && Math.abs(now - checkedAt) < milliseconds) return answer
    checkedAt = now
    answer = ask()
    return answer
  }
}

function answersInTime({ db }: Services) {
  const query = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return inTime(patienceMs, query, () => false)
}
