import { and, count, isNotNull, isNull, lt, min, or } from 'drizzle-orm'
import type { Hono, MiddlewareHandler } from 'hono'
import cluster from 'node:cluster'
import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { countStreams } from '@quaff/features/sessions/server'
import { findDrill } from '@quaff/features/settings/server'
import { entangledCodes, readPlaces, type Replicas, type ReplicaState, type Services } from '@quaff/platform/server'
import { jobs, outboxMails } from '@quaff/platform/server/tables'
import { isLoopback, isLoopbackName } from './client-network'
import type { Env } from './env'
import { errorResponse } from './error-response'

/** The first part of the path: enough to see which door is slow, and no ids in labels. */
const groups = ['rpc', 'api', 'us-central1', 'assets', 'files'] as const

const starts = groups.map((door) => `/${door}/`)

export type Metrics = { measure: MiddlewareHandler<Env>; mount(app: Hono<Env>): void }

export function createMetrics(services: Services, token: string | null): Metrics {
  const registry = new Registry()
  // Each worker reports its own metrics, labelled with its id.
  if (cluster.worker) registry.setDefaultLabels({ worker: String(cluster.worker.id) })
  collectDefaultMetrics({ register: registry })
  const { version, commit } = services.settings.release
  new Gauge({
    name: 'build_info',
    help: 'The version and commit of this server, always 1',
    labelNames: ['version', 'commit', 'node'],
    registers: [registry],
  }).set({ version, commit: commit ?? 'unknown', node: process.versions.node }, 1)
  const labelNames = ['method', 'door', 'status']
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Responses sent',
    labelNames,
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to the first byte',
    labelNames: ['door'],
    registers: [registry],
  })
  addPoolGauges(registry, services)
  addRepeats(registry, services)
  addQueueGauges(registry, services)
  addOwnGauges(registry, services)
  if (services.replicas) addReplicaFigures(registry, services.replicas)

  return {
    async measure(c, next) {
      const startedAt = performance.now()
      await next()
      const { path, method } = c.req
      const door = groups.find((_, index) => path.startsWith(starts[index] ?? '/')) ?? 'page'
      seconds.observe({ door }, (performance.now() - startedAt) / 1000)
      requests.inc({ method, door, status: `${Math.floor(c.res.status / 100)}xx` })
    },
    mount(app) {
      app.get('/metrics', async (c) => {
        if (!mayRead(c.env?.incoming?.socket.remoteAddress, c.req.raw, token)) return errorResponse(c, notAllowed)
        return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
      })
    },
  }
}

const notAllowed = {
  status: 401,
  code: 'UNAUTHORIZED',
  reason: 'METRICS_TOKEN',
  message: 'Metrics need METRICS_TOKEN as a bearer token, or a direct request from this machine.',
  unexpected: false,
}

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

/**
 * If a token is configured, it is required. Otherwise only this machine may read, under its own name (against DNS
 * rebinding) and not through a proxy.
 */
function mayRead(remote: string | undefined, { url, headers }: Request, token: string | null): boolean {
  if (token === null) {
    const isDirect = isLoopback(remote ?? '') && isLoopbackName(new URL(url).hostname)
    return isDirect && proxyHeaders.every((name) => !headers.has(name))
  }
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(headers.get('authorization') ?? ''), digest(`Bearer ${token}`))
}

/** Starts at zero, so that the first increase is visible. */
function addRepeats(registry: Registry, { repeats }: Services): void {
  new Counter({
    name: 'transactions_repeated_total',
    help: 'Transactions retried after a deadlock (40P01) or a serialization failure (40001)',
    labelNames: ['code'],
    registers: [registry],
    collect() {
      this.reset()
      for (const code of entangledCodes) this.inc({ code }, repeats?.read(code) ?? 0)
    },
  })
}

/**
 * Read without a connection, so they are reported during an outage too. Metrics are collected in the order of their
 * registration: the counts that follow wait for connections themselves.
 */
function addPoolGauges(registry: Registry, { db }: Services): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('database_connections', 'Connections in the pool', () => db.$client.totalCount)
  gauge('database_waiting', 'Statements waiting for a connection', () => db.$client.waitingCount)
}

function addQueueGauges(registry: Registry, { db, clock }: Services): void {
  const gauge = (name: string, help: string, read: () => Promise<{ count: number }[]>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const [row] = await read().catch(() => [])
        this.set(row?.count ?? Number.NaN)
      },
    })
  const dead = () => db.select({ count: count() }).from(jobs).where(isNotNull(jobs.deadAt))
  const waiting = () => db.select({ count: count() }).from(jobs).where(isNull(jobs.deadAt))
  /** Zero while the runner keeps up. If it stops, grows by one second per second. */
  const late = async () => {
    const now = clock.now()
    const isFree = or(isNull(jobs.lockedUntil), lt(jobs.lockedUntil, now))
    const [row] = await db
      .select({ at: min(jobs.runAt) })
      .from(jobs)
      .where(and(isNull(jobs.deadAt), isFree))
    return [{ count: row?.at ? Math.max(0, (now.getTime() - row.at.getTime()) / 1_000) : 0 }]
  }
  const unsent = () => db.select({ count: count() }).from(outboxMails).where(isNull(outboxMails.sentAt))
  gauge('jobs_dead', 'Jobs failed permanently', dead)
  gauge('jobs_waiting', 'Jobs due now or later', waiting)
  gauge('jobs_late_seconds', 'Wait of the job that has been due longest', late)
  gauge('mails_unsent', 'Emails waiting to be sent', unsent)
}

/** A missing value is absent, never zero. */
function addOwnGauges(registry: Registry, { db, live, snapshots, disk, clock }: Services): void {
  const gauge = (name: string, help: string, read: () => Promise<number | null> | number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await read()
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  const since = (at: Date | null | undefined) => at && Math.max(0, (clock.now().getTime() - at.getTime()) / 1_000)
  const drill = () => findDrill(db).catch(() => null)
  const hasFailed = async () => {
    const last = await drill()
    return last && Number(!last.isGood)
  }
  const findNewest = async () => (await snapshots?.findNewest().catch(() => null)) ?? null
  // An unreadable backup counts as missing. A missing age alone would also occur with PostgreSQL.
  const isMissing = async () => (snapshots ? Number((await findNewest()) === null) : null)
  const room = async () => (await disk?.read()) ?? null
  gauge('live_listeners', 'Consoles receiving live events from this process', () => countStreams(live))
  gauge(
    'backup_age_seconds',
    'Age of the newest snapshot of the embedded database',
    async () => since(await findNewest()) ?? null,
  )
  gauge('backup_missing', 'Whether the embedded database has no snapshot: 1 or 0', isMissing)
  gauge(
    'drill_age_seconds',
    'Time since the last good recovery drill',
    async () => since((await drill())?.goodAt) ?? null,
  )
  gauge('drill_failed', 'Whether the last recovery drill failed: 1 or 0', hasFailed)
  gauge('disk_free_bytes', 'Free space on the data folder’s disk', async () => (await room())?.freeBytes ?? null)
  gauge('disk_total_bytes', 'Size of that disk', async () => (await room())?.totalBytes ?? null)
}

/** Reports where reads ran and the state of the replicas. A missing value is absent, never zero. */
function addReplicaFigures(registry: Registry, replicas: Replicas): void {
  const registers = [registry]
  new Counter({
    name: 'replica_reads_total',
    help: 'Statements answered by a replica, or by the primary because no replica could: behind, away, promoted, failed',
    labelNames: ['place'],
    registers,
    collect() {
      this.reset()
      for (const place of readPlaces) this.inc({ place }, replicas.count(place))
    },
  })
  new Gauge({
    name: 'primary_away',
    help: 'Whether replicas serve reads while the primary is away: 1 or 0',
    registers,
    collect() {
      this.set(Number(replicas.isAlone()))
    },
  })
  let looking: Promise<ReplicaState[]> | null = null
  const look = () => (looking ??= replicas.look().finally(() => (looking = null)))
  const gauge = (name: string, help: string, read: (state: ReplicaState) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['replica'],
      registers,
      async collect() {
        this.reset()
        for (const state of await look()) {
          const value = read(state)
          if (value !== null) this.set({ replica: state.address }, value)
        }
      },
    })
  gauge('replica_up', 'Whether it responds and follows the primary: 1 or 0', ({ isUp }) => Number(isUp))
  gauge('replica_behind_bytes', 'Bytes from the primary not replayed yet', ({ behindBytes }) => behindBytes)
  gauge('replica_behind_seconds', 'Age of the last replayed change while it lags', (state) => state.behindSeconds)
}
