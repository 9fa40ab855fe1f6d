import type { Pool, PoolClient } from 'pg'
import { withinMs } from '../../in-time'

/** A place in the primary's log; later is more. */
export type Position = bigint

export type WatchLimits = {
  askEveryMs: number
  /** Time limit of an answer. */
  patienceMs: number
  /** Unheard for longer the primary counts as away. */
  awayAfterMs: number
  /** How many of the primary's last seconds a replica may lack once the primary is unavailable. */
  lackMs: number
  /** How long replicas answer without a primary; 0 is never. */
  aloneMs: number
}

/** Commits are in the log before they are visible. With asynchronous commits only the end of the log is certain. */
const positionText = `select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end - '0/0'::pg_lsn)::text as position`

/** Tracks the primary's log position for each replica read, and since when it has been unreachable. */
export class PrimaryWatch {
  /** From the last answer, not the maximum: a new primary may be behind the old one. */
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

  /** Returns true if the primary has answered a request sent after this call; `latest` is then its position. */
  ask(): Promise<boolean> {
    if (!this.asking) return this.begin()
    this.next ??= this.asking.then(() => {
      this.next = null
      return this.begin()
    })
    return this.next
  }

  get isAway(): boolean {
    // A single failure may be a pause of this process.
    return this.failures > 1 && this.unheardMs > this.limits.awayAfterMs
  }

  get isAlone(): boolean {
    return this.isAway && this.isBridged
  }

  get isBridged(): boolean {
    return this.unheardMs <= this.limits.aloneMs
  }

  /** The position that a replica must have replayed to answer without a primary. */
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
      // Destroys the connection, which may still wait, so that the next check uses a new one.
      client?.release(true)
      this.failures += 1
      if (this.isAway) for (const tell of this.waiting) tell()
      return false
    }
  }

  /** Records the primary's position of the last seconds, once per tick. */
  private note(): void {
    this.heard.push({ position: this.latest, at: this.heardAt })
    this.heard = this.heard.filter(({ at }) => this.heardAt - at <= this.limits.lackMs)
  }
}
