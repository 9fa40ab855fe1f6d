import { query } from '../server.mjs'

/** Rows of what is pruned, of what waits, and the connections; `lateHours`: of the job that is longest overdue. */
export async function countTables(database) {
  const [row] = await query(
    database,
    `select (select count(*)::int from jobs) as jobs,
       (select count(*)::int from jobs where dead_at is not null) as dead,
       (select coalesce(max(extract(epoch from now() - run_at)), 0)::float8 / 3600 from jobs where dead_at is null) as "lateHours",
       (select count(*)::int from live_events) as live,
       (select count(*)::int from sessions) as sessions,
       (select count(*)::int from rate_limits) as limits,
       (select count(*)::int from outbox_mails where sent_at is null) as unsent,
       (select count(*)::int from once_keys) as answers,
       (select count(*)::int from ingest_events) as ingested,
       (select count(*)::int from outward_events) as outward,
       (select count(*)::int from webhook_deliveries where status = 'waiting') as undelivered,
       (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as connections`,
  )
  return row
}
