import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { findFreePort } from '../../scripts/testing/services/find-free-port.mjs'
import { accountOf, begin, call, end, finish, makeDatabase, query, signIn, waitUntilReady } from './server.mjs'
import { startConsoles } from './soak/consoles.mjs'
import { databaseClock, fastClock, preload } from './soak/fast-clock.mjs'
import { describeMeasures, judge, readLog } from './soak/judge.mjs'
import { startListeners } from './soak/listeners.mjs'
import { readMeasures } from './soak/measures.mjs'
import { startOutside } from './soak/outside.mjs'

const hourMs = 3_600_000
const actsPerSecond = 2
const eveningHour = 22
/** Includes all scopes that the app and the payment provider use. */
const simulatorKey = {
  name: 'Soak',
  scopes: ['users', 'subscriptions', 'redemptions', 'refunds']
    .map((kind) => `ingest:${kind}`)
    .concat('redemptions:decide', 'read:merchants', 'read:plans', 'read:subscriptions'),
  merchantIds: null,
  requestsPerMinute: 6_000,
}
/** Includes the demo data, on a busy machine. */
const startMs = 5 * 60_000
/** Lets pending work finish. */
const lastMs = 10_000

/**
 * Simulates `hours` of a demo-sized business within `minutes` with faster clocks, so that every job runs as often as in a
 * real day. Memory after a collection may grow by at most a megabyte per hour, and there may be no server errors. Uses
 * the embedded database without `url`.
 */
export async function runSoak({ hours, minutes, url }) {
  await buildIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'quaff-soak-'))
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const since = Date.now()
  // Midnight passes in a short run, too.
  const from = new Date(since).setUTCHours(eveningHour, 0, 0, 0)
  const clock = fastClock({ since, from, factor: (hours * 60) / minutes })
  const database = url && (await makeDatabase(url, 'soak'))
  if (database)
    for (const text of databaseClock(clock, new URL(database).pathname.slice(1))) await query(database, text)
  const outside = await startOutside()
  const measures = join(folder, 'measures.jsonl')
  const place = {
    PORT: String(port),
    BASE_URL: origin,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
    ...(database && { DATABASE_URL: database }),
    ...outside.settings,
    ...preload(clock, measures),
  }
  const playing = []
  let server
  try {
    server = begin(place, ['start'])
    const log = readLog(server)
    await waitUntilReady(server, origin, startMs)
    const account = await accountOf(server)
    await freshly(origin, account, 'webhooks/create', { url: outside.hookUrl })
    const key = await freshly(origin, account, 'apiKeys/create', simulatorKey)
    const keyPlace = { ...place, SIMULATE_KEY: key.secret, SIMULATE_SIGNING_SECRET: key.signingSecret }
    const consoles = startConsoles(origin, account, clock)
    const listeners = startListeners(origin, accountsOf(server))
    const simulator = begin(keyPlace, ['simulate', `--per-second=${actsPerSecond}`, `--minutes=${24 * 60}`])
    playing.push(consoles, listeners, { stop: () => end(simulator) })
    const gone = once(server, 'exit').then(() => {
      throw new Error(`The server has ended:\n${server.said()}`)
    })
    // Its end after the soak is meant.
    gone.catch(() => {})
    const tables = []
    const beginAt = clock.now()
    const endAt = beginAt + hours * hourMs
    for (let hour = 1; clock.now() < endAt; hour += 1) {
      const next = Math.min(endAt, beginAt + hour * hourMs)
      await Promise.race([consoles.failed, gone, wait(Math.max(0, next - clock.now()) / clock.factor)])
      if (database) tables.push(await countTables(database))
      const [newest] = readMeasures(measures, beginAt)
        .filter((one) => one.isMainThread)
        .slice(-1)
      console.log(describeMeasures(newest, tables.at(-1)))
    }
    await Promise.all(playing.splice(0).map((one) => one.stop()))
    await wait(lastMs)
    if (database) tables.push(await countTables(database))
    await end(server)
    const faults = judge({
      measures: readMeasures(measures, beginAt),
      clock,
      hours,
      answers: consoles.answers,
      listeners,
      outside: outside.told(),
      simulator: simulator.said(),
      log: log(),
      tables,
    })
    for (const command of [['aggregates', '--check'], ['verify-audit']])
      await finish({ ...place, LOG_LEVEL: 'error' }, command).catch(({ message }) => faults.push(message))
    for (const fault of faults) console.log(`FAULT ${fault}`)
    return { passed: faults.length === 0 ? 1 : 0, failed: faults.length }
  } finally {
    await Promise.allSettled(playing.map((one) => one.stop()))
    server?.kill('SIGKILL')
    await outside.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** All that the first start named. */
const accountsOf = (server) =>
  [...server.said().matchAll(/^(?:administrator|owner|viewer)\s+(\S+)\s+(\S+)$/gm)].map(([, email, password]) => ({
    email,
    password,
  }))

/** Signs in recently: its five minutes are ten seconds of a day in two hours. */
async function freshly(origin, account, procedure, input, triesLeft = 10) {
  try {
    const answer = await call(origin, await signIn(origin, account), procedure, input)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${procedure}: ${text}`)
    return JSON.parse(text).json
  } catch (error) {
    if (triesLeft === 0) throw error
    return freshly(origin, account, procedure, input, triesLeft - 1)
  }
}

/** Rows of what is pruned, of what waits, and the connections; `lateHours`: of the job that is longest overdue. */
async function countTables(database) {
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
