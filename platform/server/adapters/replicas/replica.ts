import type { Pool, PoolClient } from 'pg'
import { withinMs } from '../../in-time'
import type { ReadPlace, ReplicaState } from '../../reading/replicas'
import type { Position } from './primary-watch'

export type ReplicaLimits = {
  /** How long a read waits for a lagging replica. */
  catchUpMs: number
  /** Time limit for reading its position. */
  patienceMs: number
  /** Left alone after it was late, or away. */
  restMs: { behind: number; away: number }
}

export type Unfit = Extract<ReadPlace, 'behind' | 'away' | 'promoted'>

const replicationStateSql = `select pg_is_in_recovery() as following,
  (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position,
  case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
    else greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())) end::float8 as seconds`
type ReplicationState = { following: boolean; position: string | null; seconds: number | null }

const firstPauseMs = 2
/** How long a connection counts as a follower without a check. A replica's position never goes back. */
const believedMs = 1_000

/** An address that leads to a follower of the primary, or to one of several through a load balancer. */
export class Replica {
  private restingUntil = -Infinity
  private why: Unfit = 'away'
  private readonly existing = new WeakMap<PoolClient, { position: Position; until: number }>()

  constructor(
    private readonly pool: Pool,
    readonly address: string,
    /** A pooler in between may answer the next statement from elsewhere, but within a transaction. */
    private readonly pooled: boolean,
    private readonly limits: ReplicaLimits,
  ) {}

  /** A connection to a follower that shows everything up to `wanted`; the very one must be used, others may lead elsewhere. */
  async lend(wanted: Position, { evenTired = false } = {}): Promise<PoolClient | Unfit> {
    if (!evenTired && performance.now() < this.restingUntil) return this.why
    let client: PoolClient | null = null
    try {
      client = await this.pool.connect()
      if (this.pooled) await withinMs(this.limits.patienceMs, client.query('begin read only'))
      const unfit = await this.waitFor(client, wanted)
      if (unfit === null) return client
      // The next connection may lead to another one.
      this.giveBack(client, unfit === 'promoted')
      return this.rest(unfit)
    } catch {
      client?.release(true)
      return this.rest('away')
    }
  }

  giveBack(client: PoolClient, isBroken: boolean): void {
    if (isBroken || !this.pooled) return client.release(isBroken)
    client.query('commit').then(
      () => client.release(),
      () => client.release(true),
    )
  }

  /** `primary`: how far that one is, where it is known. */
  async look(primary: Position | null): Promise<ReplicaState> {
    const { address } = this
    const away = { address, isUp: false, behindBytes: null, behindSeconds: null }
    try {
      const { rows } = await withinMs(this.limits.patienceMs, this.pool.query<ReplicationState>(replicationStateSql))
      const [state] = rows
      if (!state?.following) return away
      const behind = primary === null ? null : Number(primary - BigInt(state.position ?? 0))
      return {
        address,
        isUp: true,
        behindBytes: behind === null ? null : Math.max(0, behind),
        behindSeconds: state.seconds,
      }
    } catch {
      return away
    }
  }

  end(): Promise<void> {
    return this.pool.end()
  }

  private async waitFor(client: PoolClient, wanted: Position): Promise<Unfit | null> {
    const existing = this.pooled ? undefined : this.existing.get(client)
    if (existing && existing.position >= wanted && performance.now() < existing.until) return null
    const until = performance.now() + this.limits.catchUpMs
    for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
      const { rows } = await withinMs(this.limits.patienceMs, client.query<ReplicationState>(replicationStateSql))
      const [state] = rows
      if (!state?.following) return 'promoted'
      const position = BigInt(state.position ?? 0)
      this.existing.set(client, { position, until: performance.now() + believedMs })
      if (position >= wanted) return null
      if (performance.now() + pauseMs > until) return 'behind'
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  private rest(why: Unfit): Unfit {
    this.why = why
    this.restingUntil = performance.now() + this.limits.restMs[why === 'behind' ? 'behind' : 'away']
    return why
  }
}
