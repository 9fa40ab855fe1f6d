import type { Pool, PoolClient } from 'pg'
import { withinMs } from '../../in-time'

/** A place in the primary's log; later is more. */
export type Position = bigint

export type WatchLimits = {
  askEveryMs: number
  /** How long an answer may take. */
  patienceMs: number
  /** Unheard for longer the primary counts as away. */
  awayAfterMs: number
  /** What a replica may lack of the primary's last seconds, once that is away. */
  lackMs: number
  /** How long replicas answer without a primary; 0 is never. */
  aloneMs: number
}

/**
 * Commits are in the log before anybody sees them. Where they need not be written through yet, the end of the log is
 * what counts.
 */
const positionText = `select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end - '0/0'::pg_lsn)::text as position`

/** How far the primary is, asked by every read that may go elsewhere; and since when it has not been heard. */
export class PrimaryWatch {
  /** Of the last answer, not the furthest: a new primary may begin further back than the old one was. */
  latest: Position = 0n
  private heard: { position: Position; at: number }[] = []
  private heardAt = -Infinity
  private failures = 0
  private asking: Promise<boolean> | null = null
  private next: Promise<boolean> | null = null
  private readonly waiting = new Set<() => void>()
  private readonly timer: NodeJS.Timeout

  constructor(
    private readonly pool: Pool,
    private readonly limits: WatchLimits,
  ) {
    const tick = () => void this.ask().then((isHeard) => isHeard && this.note())
    this.timer = setInterval(tick, limits.askEveryMs)
    this.timer.unref()
    tick()
  }

  /** Whether the primary has answered a question that was asked after this call. `latest` is then what it said. */
  ask(): Promise<boolean> {
    if (!this.asking) return this.begin()
    this.next ??= this.asking.then(() => {
      this.next = null
      return this.begin()
    })
    return this.next
  }

  get isAway(): boolean {
    // One failure may be this process that stood still.
    return this.failures > 1 && this.unheardMs > this.limits.awayAfterMs
  }

  get isAlone(): boolean {
    return this.isAway && this.isBridged
  }

  get isBridged(): boolean {
    return this.unheardMs <= this.limits.aloneMs
  }

  /** What a replica must have replayed to be asked while there is no primary. */
  get bearable(): Position {
    return this.heard[0]?.position ?? this.latest
  }

  /** Waits until it is known: the primary answers, it counts as away, or it has been away for too long. */
  async settle(): Promise<'heard' | 'alone' | 'lost'> {
    for (;;) {
      if (this.isAlone) return 'alone'
      if (await this.ask()) return 'heard'
      if (!this.isBridged) return 'lost'
      await new Promise((resolve) => setTimeout(resolve, this.limits.askEveryMs / 4))
    }
  }

  /** Calls back once the primary counts as away, replicas may answer or not; the result takes that back. */
  onAway(tell: () => void): () => void {
    this.waiting.add(tell)
    return () => this.waiting.delete(tell)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private get unheardMs(): number {
    return performance.now() - this.heardAt
  }

  private begin(): Promise<boolean> {
    this.asking = this.read().finally(() => (this.asking = null))
    return this.asking
  }

  private async read(): Promise<boolean> {
    let client: PoolClient | null = null
    try {
      client = await this.pool.connect()
      const { rows } = await withinMs(this.limits.patienceMs, client.query<{ position: string }>(positionText))
      client.release()
      this.latest = BigInt(rows[0]?.position ?? 0)
      this.heardAt = performance.now()
      this.failures = 0
      return true
    } catch {
      // Whatever it still waits for, the next question goes another way.
      client?.release(true)
      this.failures += 1
      if (this.isAway) for (const tell of this.waiting) tell()
      return false
    }
  }

  /** Where the primary was within the last seconds, one for each tick. */
  private note(): void {
    this.heard.push({ position: this.latest, at: this.heardAt })
    this.heard = this.heard.filter(({ at }) => this.heardAt - at <= this.limits.lackMs)
  }
}
