import { randomUUID } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { causeCodeOf, isDatabaseAway } from '../../database-errors'
import type { Logger } from '../../ports'

export type NotificationOptions = { connectionString: string; pool: Pool; log: Logger; onNotification: () => void }

export type Notifications = { send(): void; stop(): Promise<void> }

const channel = 'live'
const coalesceMs = 30
const backoff = { firstMs: 500, longestMs: 10_000 } as const

/**
 * Wakes the other processes. NOTIFY takes a lock over the whole cluster at commit, therefore it is sent
 * after the commit, by itself, and at most once per `coalesceMs`.
 */
export function startNotifications(options: NotificationOptions): Notifications {
  const self = randomUUID()
  let stopped = false
  let client: Client | null = null
  let retry: NodeJS.Timeout | null = null
  let delayMs: number = backoff.firstMs
  let sending: NodeJS.Timeout | null = null

  async function listen(): Promise<void> {
    const next = new Client({
      connectionString: options.connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    next.on('error', () => {})
    next.on('end', () => reconnect(next))
    next.on('notification', (message) => {
      if (message.payload !== self) options.onNotification()
    })
    client = next
    await next.connect()
    await next.query(`listen ${channel}`)
    delayMs = backoff.firstMs
    // Covers notifications that were sent without a listener.
    options.onNotification()
  }

  function reconnect(lost: Client): void {
    if (stopped || client !== lost) return
    client = null
    retry = setTimeout(() => void start(), delayMs)
    delayMs = Math.min(delayMs * 2, backoff.longestMs)
  }

  async function start(): Promise<void> {
    if (stopped) return
    try {
      await listen()
    } catch (error) {
      // The job runner of this process logs an outage.
      if (!isDatabaseAway(error)) options.log.warn('live_listen_failed', { retryMs: delayMs, code: causeCodeOf(error) })
      const failed = client
      await failed?.end().catch(() => {})
      if (failed) reconnect(failed)
    }
  }

  void start()
  return {
    send() {
      if (stopped || sending) return
      sending = setTimeout(() => {
        sending = null
        // The others poll as well, so that a lost one costs a second, not the event.
        options.pool.query('select pg_notify($1, $2)', [channel, self]).catch(() => {})
      }, coalesceMs)
      sending.unref()
    },
    async stop() {
      stopped = true
      if (retry) clearTimeout(retry)
      if (sending) clearTimeout(sending)
      await client?.end().catch(() => {})
    },
  }
}
