import type { LiveDelivery } from '../../ports'
import type { Flow, Reader } from '../../streams'
import { type LiveRow, formatCursor, type LivePosition } from './live-store'

export const maxWaiting = 1_000

/** One reader's queue. A reader that falls too far behind must reload everything. */
export class LiveSubscriber implements Flow {
  private waiting: LiveDelivery[] = []
  private state: 'joining' | 'following' | 'closing' | 'over' = 'joining'
  private isRequested = false
  private isPassing = false

  constructor(
    private readonly reader: Reader<LiveDelivery>,
    private readonly onLeave: (subscriber: LiveSubscriber) => void,
  ) {}

  get isOver(): boolean {
    return this.state === 'over'
  }

  push(deliveries: readonly LiveDelivery[], position: LivePosition): void {
    if (this.isOver) return
    if (this.waiting.length + deliveries.length > maxWaiting) this.waiting = [resyncAt(position)]
    else this.waiting.push(...deliveries)
    this.passOn()
  }

  /** Starts delivery to the reader. `earlier`: the events before everything that was pushed. */
  begin(earlier: readonly LiveDelivery[]): void {
    if (this.state !== 'joining') return
    this.waiting.unshift(...earlier)
    this.state = 'following'
    this.passOn()
  }

  /** Sends the queue, then ends the stream; dropping it would leave a gap. */
  close(): void {
    if (this.isOver) return
    if (this.state === 'joining') return this.end()
    this.state = 'closing'
    this.passOn()
  }

  end(error?: unknown): void {
    if (this.isOver) return
    this.leave()
    this.reader.end(error)
  }

  resume(): void {
    this.isRequested = true
    this.passOn()
  }

  leave(): void {
    if (this.isOver) return
    this.state = 'over'
    this.waiting = []
    this.onLeave(this)
  }

  /**
   * Sends queued events while the reader requests them. A reader may request more while it takes an event, so calls
   * must not nest.
   */
  private passOn(): void {
    if (this.isPassing || this.state === 'joining') return
    this.isPassing = true
    while (this.isRequested) {
      const next = this.waiting.shift()
      if (!next) break
      this.isRequested = false
      if (this.reader.take(next)) this.isRequested = true
    }
    this.isPassing = false
    if (this.state === 'closing' && this.waiting.length === 0) this.end()
  }
}

export function toLiveEvent(row: LiveRow): LiveDelivery {
  return { cursor: formatCursor(row.position), topic: row.topic, subjectId: row.subjectId, merchantId: row.merchantId }
}

export function resyncAt(position: LivePosition): LiveDelivery {
  return { resync: true, cursor: formatCursor(position) }
}
