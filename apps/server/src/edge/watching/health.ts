import { sql } from 'drizzle-orm'
import type { Hono, MiddlewareHandler } from 'hono'
import type { Services } from '@quaff/platform/server/context'
import { inTime } from '@quaff/platform/server/in-time'
import type { Env } from '../env'

const cachedMs = 1_000
const patienceMs = 2_000

/** False as soon as the shutdown begins, so that a balancer sends nobody here any more. */
export type Readiness = { accepting: boolean }

/** Neither tells a stranger anything but yes or no, and a flood of them costs one query a second. */
export function mountHealth(app: Hono<Env>, services: Services, readiness: Readiness): void {
  const isDatabaseReady = cachedFor(cachedMs, services, () => answersInTime(services))
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    // With replicas somebody asks the primary all the time, and while they stand in for it a balancer must not send readers away.
    if (!readiness.accepting) return c.json({ status: 'unavailable' }, 503)
    const isReadable = services.replicas?.canAnswer() === true || (await isDatabaseReady())
    return isReadable ? c.json({ status: 'ready' }) : c.json({ status: 'unavailable' }, 503)
  })
}

/** While the server stops each answer ends its connection: the next request on it would meet nobody. */
export function lastAnswers(readiness: Readiness): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    if (!readiness.accepting) c.header('connection', 'close')
  }
}

function cachedFor(milliseconds: number, { clock }: Services, ask: () => Promise<boolean>): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined
  let askedAt = 0
  return () => {
    const now = clock.now().getTime()
    // Also of a clock that was set back.
    if (answer && Math.abs(now - askedAt) < milliseconds) return answer
    askedAt = now
    answer = ask()
    return answer
  }
}

function answersInTime({ db }: Services): Promise<boolean> {
  const query = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return inTime(patienceMs, query, () => false)
}
