import type { Database } from '../../context'
import type { LiveBus, LiveDelivery, LiveStart, Logger } from '../../ports'
import { pull, type Flow, type Reader } from '../../streams'
import {
  currentView,
  readLatest,
  readMissed,
  readNews,
  type LiveRow,
  type LiveView,
  parseCursor,
  type LivePosition,
} from './live-store'
import { LiveSubscriber, maxWaiting, resyncAt, toLiveEvent } from './live-subscriber'

export type LiveBusOptions = {
  db: Database
  log: Logger
  pollMs?: number
  /** Notifies the other processes; the embedded database has none. */
  wakeOthers?: () => void
  /** Time limit of a read, after which the database counts as unavailable. No limit for an embedded one. */
  patienceMs?: number
}

const limits = {
  catchUp: 1_000,
  sharedReads: 100,
  maxCursorAgeMs: 50 * 60_000,
  coalesceMs: 30,
  checksSilence: 10,
} as const

/** One reader per process polls the table and hands each event to every subscriber. */
export class DatabaseLiveBus implements LiveBus {
  private readonly subscribers = new Set<LiveSubscriber>()
  private readonly earlier = new WeakMap<LiveView, Map<string, Promise<readonly LiveDelivery[]>>>()
  private view: LiveView | null = null
  private starting: Promise<LiveView> | null = null
  private reading: Promise<void> | null = null
  private timer: NodeJS.Timeout | null = null
  private timerAt = Infinity
  private lastReadAt = 0
  private stopped = false
  private failedReads = 0

  constructor(private readonly options: LiveBusOptions) {}

  wake(): void {
    this.options.wakeOthers?.()
    this.wakeLocally()
  }

  /** Another process has committed something. */
  wakeLocally(): void {
    if (this.subscribers.size > 0) this.readIn(Math.max(0, this.lastReadAt + limits.coalesceMs - performance.now()))
  }

  follow(since: LiveStart, reader: Reader<LiveDelivery>): Flow {
    const subscriber = new LiveSubscriber(reader, (left) => this.leave(left))
    this.begin(subscriber, since).catch((error: unknown) => subscriber.end(error))
    return subscriber
  }

  subscribe(since: LiveStart, signal: AbortSignal): AsyncIterable<LiveDelivery> {
    return pull((reader) => this.follow(since, reader), signal)
  }

  private async begin(subscriber: LiveSubscriber, since: LiveStart): Promise<void> {
    const from = await this.join(subscriber)
    subscriber.begin(since === null ? [] : await this.readEarlier(since, from))
  }

  /** After a restart thousands of clients return within seconds; equal reads of the same view share one statement. */
  private readEarlier(since: string | { agoMs: number }, from: LiveView): Promise<readonly LiveDelivery[]> {
    const existing = this.earlier.get(from) ?? new Map<string, Promise<readonly LiveDelivery[]>>()
    this.earlier.set(from, existing)
    // Without new events the view stays the same while each reader has another cursor.
    if (existing.size >= limits.sharedReads) existing.clear()
    const requested = JSON.stringify(since)
    const read = () => (typeof since === 'string' ? this.catchUp(since, from) : this.lookBack(since.agoMs, from))
    const reading = existing.get(requested) ?? read()
    existing.set(requested, reading)
    reading.catch(() => existing.delete(requested))
    return reading
  }

  /** Ends all streams; readers reconnect to any running process. */
  async stop(): Promise<void> {
    this.stopped = true
    this.endStreams()
    if (this.timer) clearTimeout(this.timer)
    await this.reading
  }

  /** The readers notice immediately and reconnect. */
  private endStreams(): void {
    for (const subscriber of this.subscribers) subscriber.close()
  }

  private async join(subscriber: LiveSubscriber): Promise<LiveView> {
    if (!this.view) {
      this.starting ??= currentView(this.options.db).finally(() => (this.starting = null))
      const now = await this.starting
      this.view ??= now
    }
    const { view } = this
    this.subscribers.add(subscriber)
    if (this.stopped) subscriber.close()
    // It may have left while the view was read.
    else if (subscriber.isOver) this.leave(subscriber)
    this.readIn(this.pollMs)
    return view
  }

  private leave(subscriber: LiveSubscriber): void {
    this.subscribers.delete(subscriber)
    if (this.subscribers.size > 0) return
    // Without subscribers, the next one starts from its own moment.
    this.view = null
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.timerAt = Infinity
  }

  /** Returns the events between the subscriber's cursor and the start of its queue. */
  private async catchUp(since: string, from: LiveView): Promise<LiveDelivery[]> {
    const cursor = parseCursor(since)
    if (!cursor || cursor.atMs < Date.now() - limits.maxCursorAgeMs || (await this.isFromElsewhere(cursor, from)))
      return [resyncAt(from.floor)]
    return passOn(await readMissed(this.options.db, from, cursor, limits.catchUp), from)
  }

  /** Returns events that a reader may have missed between loading its data and joining. */
  private async lookBack(agoMs: number, from: LiveView): Promise<LiveDelivery[]> {
    return passOn(await readLatest(this.options.db, from, agoMs, limits.catchUp), from)
  }

  /** Ahead of this reader is normal after another process; ahead of the database is a cursor of another database. */
  private async isFromElsewhere(cursor: LivePosition, { floor }: LiveView): Promise<boolean> {
    if (cursor.transactionId <= floor.transactionId) return false
    return cursor.transactionId > (await currentView(this.options.db)).floor.transactionId
  }

  private get pollMs(): number {
    return this.options.pollMs ?? 1_000
  }

  private readIn(delayMs: number): void {
    // Not the wall clock: setting it back would delay the next poll.
    const at = performance.now() + delayMs
    if (this.stopped || at >= this.timerAt) return
    if (this.timer) clearTimeout(this.timer)
    this.timerAt = at
    this.timer = setTimeout(() => this.startReading(), delayMs)
    this.timer.unref()
  }

  private startReading(): void {
    this.timer = null
    this.timerAt = Infinity
    if (this.reading) return this.readIn(limits.coalesceMs)
    this.reading = this.read().finally(() => (this.reading = null))
  }

  private async read(): Promise<void> {
    if (!this.view || this.subscribers.size === 0) return
    const { patienceMs } = this.options
    const watch = patienceMs === undefined ? undefined : this.endWhenSilent(patienceMs)
    try {
      // One more than a queue holds; that many events cause a resync.
      const { rows, view } = await readNews(this.options.db, this.view, maxWaiting + 1)
      // While the query ran the last subscriber may have left, and with it the view.
      if (this.view) {
        this.view = view
        const news = rows.map(toLiveEvent)
        if (news.length > 0) for (const subscriber of this.subscribers) subscriber.push(news, view.floor)
      }
      this.failedReads = 0
    } catch (error) {
      // A single failure may be an idle connection that was closed. After the second one, no stream claims to be live.
      this.failedReads += 1
      if (this.failedReads > 1) this.endStreams()
      this.options.log.warn('live_read_failed', { reason: error instanceof Error ? error.name : 'unknown' })
    }
    clearInterval(watch)
    this.lastReadAt = performance.now()
    if (this.subscribers.size > 0) this.readIn(this.pollMs)
  }

  /** Counted in turns of the loop: a server that is late itself must not take its database for silent. */
  private endWhenSilent(patienceMs: number): NodeJS.Timeout {
    let left: number = limits.checksSilence
    return setInterval(() => {
      left -= 1
      if (left === 0) this.endStreams()
    }, patienceMs / limits.checksSilence)
  }
}

function passOn(rows: readonly LiveRow[], { floor }: LiveView) {
  return rows.length === limits.catchUp ? [resyncAt(floor)] : rows.map(toLiveEvent)
}
