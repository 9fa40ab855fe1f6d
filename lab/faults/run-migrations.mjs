import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { rootFolder } from '../../scripts/setup/root-folder.mjs'
import { runCommand } from '../../scripts/setup/run-step.mjs'
import { findFreePort } from '../../scripts/testing/services/find-free-port.mjs'
import { deliver, makeKey, signIn } from '../cluster/load/clients.mjs'
import { begin, end, finish, makeDatabase, query, serveSettings, start, waitUntilReady } from './server.mjs'

/** Its schema ends with migration 0030: 0031 and 0033 fill new tables from the rows that are there, 0034 makes an index beside writers. */
const oldRevision = '4415d5c7'
const servers = 5
const sizes = ['--merchants', '200', '--subscriptions', '25000']

/**
 * Five servers start together on a database that an old version has filled and still writes to; in the second round
 * the migrating one is killed. All survivors must become ready, each migration runs once, no row is lost, counters
 * equal their rows, each write succeeds, and an old server can start and write afterwards.
 */
export async function runMigrations(url) {
  await buildIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'quaff-migrations-'))
  try {
    const old = join(folder, 'old')
    const missing = await buildOld(old)
    if (missing) return { notRun: missing }
    const faults = []
    for (const isKilled of [false, true]) faults.push(...(await playRound(folder, join(old, 'dist'), url, isKilled)))
    for (const fault of faults) console.log(fault)
    return { passed: faults.length === 0 ? 2 : 0, failed: faults.length }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The server of an earlier revision, with today's packages. Returns why there is none. */
async function buildOld(target) {
  const shell = (text) => spawnSync('sh', ['-c', text], { cwd: rootFolder, encoding: 'utf8' })
  if (shell(`git cat-file -e ${oldRevision}`).status !== 0)
    return `revision ${oldRevision} isn’t in this repository’s history`
  const made = shell(
    `mkdir -p ${target} && git archive ${oldRevision} | tar -x -C ${target} && cd ${target} && npm ci --ignore-scripts --no-audit --no-fund`,
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const args = ['build', '--config', 'apps/server/vite.config.ts', '--logLevel', 'warn']
  const { code, output } = await runCommand('vite', args, { cwd: target, env: { NODE_ENV: 'production' } })
  if (code !== 0) throw new Error(output)
}

async function playRound(folder, old, url, isKilled) {
  const database = await makeDatabase(url, `migrations_${isKilled ? 'killed' : 'calm'}`)
  const placeOf = async (name) => {
    const port = await findFreePort()
    return {
      ...serveSettings,
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: `${database}?application_name=${name}`,
    }
  }
  const before = await placeOf('before')
  await finish(before, ['demo', ...sizes], old)
  const faults = []
  const expect = (isTrue, text) => isTrue || faults.push(`${isKilled ? 'Killed' : 'Calm'}: ${text}`)
  const all = [await start(before, before.BASE_URL, { mode: 'serve', program: old })]
  try {
    const key = await makeKey(before.BASE_URL, (await signIn(database))[0])
    const rows = await countRows(database)
    const writing = writeOn(before.BASE_URL, key)
    const places = await Promise.all(Array.from({ length: servers }, (_, index) => placeOf(`server${index}`)))
    const startedAt = performance.now()
    const started = places.map((place) => begin(place, ['serve']))
    all.push(...started)
    const killed = isKilled ? await killMigrating(database, started) : null
    await Promise.all(
      started.map(async (child, index) => child === killed || waitUntilReady(child, places[index].BASE_URL)),
    )
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    const written = await writing.stop()
    const [taken] = await query(
      database,
      'select count(*)::int as all, count(distinct hash)::int as different from drizzle.__drizzle_migrations',
    )
    const known = readdirSync(join(rootFolder, 'database/migrations')).length
    expect(taken.all === known && taken.different === known, `${taken.all} migrations taken of ${known}`)
    const invalid = await query(database, 'select 1 from pg_index where not indisvalid')
    expect(invalid.length === 0, 'an index is invalid')
    const after = await countRows(database)
    for (const [table, count] of Object.entries(rows))
      expect((after[table] ?? 0) >= count || isPruned(table), `${table}: ${count} rows before, ${after[table]} after`)
    expect(written.failed === 0, `${written.failed} writes of the old version failed`)
    const { BASE_URL: origin } = places.find((_, index) => started[index] !== killed)
    const outcomes = await outcomesOf(origin, key, written.acked)
    expect(
      outcomes.every((outcome) => outcome === 'duplicate'),
      'an acknowledged write is missing',
    )
    await end(all[0])
    all.push(await start(before, before.BASE_URL, { mode: 'serve', program: old }))
    expect((await outcomesOf(before.BASE_URL, key, [newPerson()]))[0] === 'created', 'the old version doesn’t write')
    await Promise.all(all.map(end))
    await finish(places[0], ['aggregates', '--check'])
    await finish(places[0], ['verify-audit'])
    const sum = Object.values(rows).reduce((total, count) => total + count, 0)
    console.log(
      `${sum} rows, ${killed ? 'the one that migrates killed, ' : ''}all ready after ${seconds} s, ${written.acked.length} people written during that time, longest ${Math.round(written.longestMs)} ms`,
    )
    return faults
  } finally {
    for (const child of all) child.kill('SIGKILL')
  }
}

/** Tables whose rows expire, or that hold counters, whose rows a job merges. */
const expires = /^(jobs|live_events|rate_limits|sessions|outbox_mails)$/
const isCounter = /_counts$|^subscription_(platform_totals|platform_days|charge_months)$/
const isPruned = (table) => expires.test(table) || isCounter.test(table)

/** The lock of migrations is one of a session, whose name is the server's. */
async function killMigrating(database, started) {
  const text = `select application_name as name from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and application_name like 'server%'
      and exists (select 1 from pg_class where relname = 'redemption_days') and pg_stat_activity.datname = current_database()`
  for (;;) {
    const [holder] = await query(database, text)
    if (holder) {
      const child = started[Number(holder.name.slice('server'.length))]
      child.kill('SIGKILL')
      await once(child, 'exit')
      return child
    }
    if (started.every(({ exitCode }) => exitCode !== null)) throw new Error('No server migrated')
    await wait(5)
  }
}

async function countRows(database) {
  const tables = await query(
    database,
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'redemptions\\_%'`,
  )
  const text = tables
    .map(({ name }) => `select '${name}' as name, count(*)::int as count from "${name}"`)
    .join(' union all ')
  return Object.fromEntries((await query(database, text)).map(({ name, count }) => [name, count]))
}

function newPerson() {
  const id = `mig_${randomUUID()}`
  return { eventId: randomUUID(), occurredAt: new Date().toISOString(), id, email: `${id}@migrations.test` }
}

function writeOn(origin, key) {
  const result = { acked: [], failed: 0, longestMs: 0 }
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const [person, from] = [newPerson(), performance.now()]
      await deliver(origin, key, 'users', [person], AbortSignal.timeout(30_000)).then(
        () => result.acked.push(person),
        () => (result.failed += 1),
      )
      result.longestMs = Math.max(result.longestMs, performance.now() - from)
      await wait(20)
    }
  }
  const work = Promise.all([write(), write(), write()])
  return { stop: async () => ((isOver = true), await work, result) }
}

async function outcomesOf(origin, key, events) {
  const outcomes = []
  for (let first = 0; first < events.length; first += 100) {
    const part = events.slice(first, first + 100)
    outcomes.push(
      ...(await deliver(origin, key, 'users', part, AbortSignal.timeout(30_000))).results.map((one) => one.outcome),
    )
  }
  return outcomes
}
