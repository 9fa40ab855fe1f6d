import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { rootFolder } from '../../../scripts/setup/root-folder.mjs'
import { findPostgres } from '../../../scripts/testing/services/find-postgres.mjs'
import { startPrivatePostgres } from '../../../scripts/testing/services/start-private-postgres.mjs'
import { secret } from './processes.mjs'
import { postgresTime } from './processor-time.mjs'

export const token = 'bench-session-token'
const counting = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track_planning=on']
const refreshMs = 600_000

export async function startThrowAway() {
  const programs = await findPostgres()
  if (programs.reason) throw new Error(programs.reason)
  const settings = ['shared_buffers=256MB']
  // Without the extension, statements and plans are not counted.
  return startPrivatePostgres(programs, [...settings, ...counting]).catch(() =>
    startPrivatePostgres(programs, settings),
  )
}

/** A connection for questions about the server: `isEmpty`, `fill`, `signIn`, `postgresMs`, `readCounts`. */
export async function connect(url, { mayChange }) {
  const client = new pg.Client(url)
  await client.connect()
  const one = async (text, values) => (await client.query(text, values)).rows[0]
  const { pid } = await one('select pg_backend_pid() as pid')
  return {
    version: (await one('show server_version')).server_version,
    postgresMs: postgresTime(pid),
    readCounts: await countReader(client, mayChange),
    isEmpty: async () => !(await one('select 1 from merchants limit 1')),
    fill: (sizes) => fill(client, url, sizes),
    signIn: () => signIn(client),
    close: () => client.end(),
  }
}

/**
 * Reads how many statements PostgreSQL has executed and planned so far, without the reading statement itself. Either is
 * undefined where the server does not count it.
 */
async function countReader(client, mayChange) {
  if (mayChange) await client.query('create extension if not exists pg_stat_statements').catch(() => undefined)
  const read = async () => {
    const text = `select sum(calls)::float8 as statements, sum(plans)::float8 as plans
      from pg_stat_statements where query not like '%from pg_stat_statements%'`
    return (await client.query(text)).rows[0]
  }
  const settings = await read().then(
    () => client.query('show pg_stat_statements.track_planning').then(({ rows }) => rows[0]),
    () => undefined,
  )
  if (!settings) return async () => ({})
  if (settings['pg_stat_statements.track_planning'] === 'on') return read
  return async () => ({ ...(await read()), plans: undefined })
}

async function fill(client, url, { subs, reds, users }) {
  const startedAt = performance.now()
  runFile(url, 'generate.sql', { subs, reds, users })
  // Waiting people, links and answers grow with the platform.
  const share = subs / 1_000_000
  const sizes = { entries: 300_000, links: 10_000, submissions: 100_000, signups: 20_000 }
  const shares = Object.entries(sizes).map(([name, size]) => [name, Math.round(size * share)])
  runFile(url, 'generate-growth.sql', Object.fromEntries(shares))
  await refreshCounters(client)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${subs} subscriptions and ${reds} redemptions in ${seconds} s`)
}

/** Jobs compute platform-wide totals, moves and time zones. They run now, because they would slow down the calls being measured. */
async function refreshCounters(client) {
  const refreshing = `kind ~ '^(refresh|compact|renew|adopt)_'`
  await client.query(`update jobs set run_at = now(), locked_until = null where ${refreshing}`)
  for (const startedAt = performance.now(); performance.now() - startedAt < refreshMs;) {
    const { rows } = await client.query(`select 1 from jobs where run_at <= now() and ${refreshing} limit 1`)
    if (rows.length === 0) return
    await wait(500)
  }
  console.log('The sums over all merchants were not there in time: figures over all are those of an empty platform.')
}

function runFile(url, file, sizes) {
  const settings = Object.entries({ ON_ERROR_STOP: 1, ...sizes }).flatMap(([name, value]) => ['-v', `${name}=${value}`])
  const args = [url, '-q', ...settings, '-f', join(rootFolder, 'lab', 'bench', file)]
  const made = spawnSync('psql', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (made.status !== 0) throw new Error('The data set could not be generated.')
}

async function signIn(client) {
  const tokenHash = createHmac('sha256', secret).update(token).digest('base64url')
  await client.query(`delete from sessions where id = 'ses_bench'`)
  await client.query(
    `insert into sessions (id, token_hash, user_id, created_at, expires_at, last_seen_at, authenticated_at)
     select 'ses_bench', $1, id, now(), now() + interval '1 day', now(), now() from users
     where role = 'quaff_admin' and status = 'active' order by id limit 1`,
    [tokenHash],
  )
}
