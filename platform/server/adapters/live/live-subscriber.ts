import type { LiveEvent } from '../../ports'
import { formatCursor, type LivePosition } from './live-cursor'
import type { LiveRow } from './live-store'

export type LiveDelivery = LiveEvent | { resync: true; cursor: string }

export const maxWaiting = 1_000

/** One reader's queue. A reader that falls too far behind is told to read everything again. */
export class LiveSubscriber {
  private waiting: LiveDelivery[] = []
  private wakeReader: (() => void) | null = null
  private closed = false

  push(rows: readonly LiveRow[], position: LivePosition): void {
    if (this.waiting.length + rows.length > maxWaiting) this.waiting = [resyncAt(position)]
    else this.waiting.push(...rows.map(toLiveEvent))
    this.wakeReader?.()
  }

  /** What is queued still goes out; then the stream ends. */
  close(): void {
    this.closed = true
    this.wakeReader?.()
  }

  async *deliveries(signal: AbortSignal): AsyncGenerator<LiveDelivery> {
    const wake = () => this.wakeReader?.()
    signal.addEventListener('abort', wake)
    try {
      while (!signal.aborted) {
        const next = this.waiting.shift()
        if (next) yield next
        else if (this.closed) return
        else await this.somethingNew(signal)
      }
    } finally {
      signal.removeEventListener('abort', wake)
    }
  }

  private async somethingNew(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    await new Promise<void>((resolve) => (this.wakeReader = resolve))
    this.wakeReader = null
  }
}

export function toLiveEvent(row: LiveRow): LiveEvent {
  return { cursor: formatCursor(row.position), topic: row.topic, subjectId: row.subjectId, merchantId: row.merchantId }
}

export function resyncAt(position: LivePosition): LiveDelivery {
  return { resync: true, cursor: formatCursor(position) }
}
