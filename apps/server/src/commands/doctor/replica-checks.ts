import type { Pool } from 'pg'
import type { PostgresSettings } from '../../settings/database-address'
import { addressOf } from '../../settings/start-error'
import { fail, ok, warn, type Check } from './check'
import { withClient } from './connection-checks'

const late = { seconds: 5, bytes: 16 * 1_048_576 }

type ReplicationState = {
  system: string
  timeline: number | null
  /** Bytes of the log from its beginning, as text. */
  position: string | null
  seconds: number
  isPaused: boolean
  migrations: number
}

/** Only users with pg_monitor see the receiver's timeline. The last restart point is visible to all, but older. */
const followerText = `select (select system_identifier::text from pg_control_system()) as system,
  coalesce((select received_tli from pg_stat_wal_receiver), (select timeline_id from pg_control_checkpoint())) as timeline,
  (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position,
  case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
    else greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())) end::float8 as seconds,
  pg_is_wal_replay_paused() as "isPaused",
  (select count(*)::int from drizzle.__drizzle_migrations) as migrations`
const primaryText = `select (select system_identifier::text from pg_control_system()) as system,
  ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline,
  (pg_current_wal_lsn() - '0/0'::pg_lsn)::text as position, 0::float8 as seconds, false as "isPaused",
  (select count(*)::int from drizzle.__drizzle_migrations) as migrations`

/** One check for each address of DATABASE_REPLICA_URL; behind a load balancer, of whichever replica answers. */
export function replicaChecks({ replicas }: PostgresSettings, pool: Pool): Check[] {
  return (replicas?.connectionStrings ?? []).map((address, index) => ({
    name: `replica ${index + 1}`,
    run: () => judge(address, pool),
    advice: 'Start it, or correct DATABASE_REPLICA_URL. Until then the primary serves all reads.',
  }))
}

async function judge(address: string, pool: Pool) {
  const where = addressOf(address)
  return withClient(address, async (client) => {
    const [there, here] = [await readIdentity(client), await readIdentity(pool)]
    if (!there.follows) return judgePrimary(where, there.begun === here.begun)
    // The primary first: what it writes in between is no lag.
    const primary = await readReplicationState(pool, primaryText)
    return compare(where, await readReplicationState(client, followerText), primary)
  })
}

/** The start time in microseconds identifies a server. */
async function readIdentity(db: Pick<Pool, 'query'>): Promise<{ follows: boolean; begun: string }> {
  const text = 'select pg_is_in_recovery() as follows, pg_postmaster_start_time()::text as begun'
  const { rows } = await db.query<{ follows: boolean; begun: string }>(text)
  return rows[0] ?? { follows: false, begun: '' }
}

function judgePrimary(where: string, isOurs: boolean) {
  if (isOurs)
    return warn(
      `${where} is currently the primary`,
      'None needed in a failover cluster if another URL points to a replica.',
    )
  return fail(
    `${where} is a separate primary, not a replica`,
    'Use a replica of DATABASE_URL. Rebuild a promoted one with pg_basebackup or pg_rewind.',
  )
}

async function readReplicationState(db: Pick<Pool, 'query'>, text: string) {
  const { rows } = await db.query<ReplicationState>(text)
  if (!rows[0]) throw new Error('The database didn’t report its replay position')
  return rows[0]
}

function compare(where: string, follower: ReplicationState, primary: ReplicationState) {
  if (follower.system !== primary.system)
    return fail(`${where} is a replica of a different database`, 'Use a replica of the database in DATABASE_URL.')
  const bytes = Math.max(0, Number(BigInt(primary.position ?? 0) - BigInt(follower.position ?? 0)))
  const seen = `${where}, ${bytes === 0 ? 'nothing' : `${follower.seconds.toFixed(1)} s and ${Math.ceil(bytes / 1_024)} kB`} behind`
  if (follower.isPaused)
    return warn(`${seen}; replay is paused`, 'Run `select pg_wal_replay_resume()` on it, or find out why it’s paused.')
  if (follower.timeline !== null && follower.timeline !== primary.timeline)
    return warn(
      `${seen}; on timeline ${follower.timeline}, primary on ${primary.timeline}`,
      'Normal right after a failover. If it lasts, rebuild it with pg_basebackup or pg_rewind.',
    )
  if (follower.migrations !== primary.migrations)
    return warn(`${seen}; ${follower.migrations} of ${primary.migrations} migrations`, 'Wait until it has caught up.')
  if (bytes > late.bytes || (bytes > 0 && follower.seconds > late.seconds))
    return warn(seen, 'Check its disk, network and long queries. Until then the primary serves all reads.')
  return ok(seen)
}
