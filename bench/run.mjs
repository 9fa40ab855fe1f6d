import { spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import pg from 'pg'
import { rootFolder } from '../scripts/setup/root-folder.mjs'
import { findPostgres } from '../scripts/testing/services/find-postgres.mjs'
import { startPrivatePostgres } from '../scripts/testing/services/start-private-postgres.mjs'
import { startFloor } from './floor-server.mjs'
import { operations } from './operations.mjs'

/**
 * `node bench/run.mjs [--subs=1000000] [--reds=3000000] [--seconds=4] [--rounds=3] [--only='^people|^plans$'] [--out=file.json]
 * [--database=postgresql://…]` after `npm run build`. A database of one's own is filled when it is empty and kept. Ten clients, signed in as an administrator; floor and console take turns, so that both meet the
 * same machine. Prints min/median/max of the rounds. Talks to loopback only.
 */
const flags = Object.fromEntries(process.argv.slice(2).map((one) => one.replace(/^--/, '').split('=')))
const { subs = '1000000', reds = '3000000', seconds = '4', rounds = '3', only, out, database } = flags
const [consolePort, floorPort] = [4600, 4601]
const origin = `http://127.0.0.1:${consolePort}`
const secret = 'a secret for a throw-away server, 32+'
const token = 'bench-session-token'

const postgres = database ? { url: database, stop: () => undefined } : await startThrowAway()
const stopConsole = await startConsole(postgres.url)
const stopFloor = await startFloor(postgres.url, floorPort)
try {
  if (await isEmpty()) generate()
  await signIn()
  await report()
} finally {
  await stopFloor()
  await stopConsole()
  postgres.stop()
}

async function startThrowAway() {
  const programs = await findPostgres()
  if (programs.reason) throw new Error(programs.reason)
  return startPrivatePostgres(programs)
}

async function startConsole(databaseUrl) {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    BASE_URL: origin,
    PORT: String(consolePort),
    SESSION_SECRET: secret,
    FIELD_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64url')}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@quaff.test',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'quaff-bench-')),
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, ['dist/server/main.js', 'serve'], { cwd: rootFolder, env, stdio: 'inherit' })
  for (let tries = 0; tries < 100; tries += 1) {
    await wait(200)
    if (
      await fetch(`${origin}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break
  }
  return () => new Promise((resolve) => (child.once('exit', resolve), child.kill('SIGTERM')))
}

async function isEmpty() {
  const client = new pg.Client(postgres.url)
  await client.connect()
  const { rows } = await client.query('select 1 from merchants limit 1')
  await client.end()
  return rows.length === 0
}

function generate() {
  const startedAt = performance.now()
  fill('generate.sql', { subs, reds })
  // Waiting people, links and answers grow with the platform.
  const share = Number(subs) / 1_000_000
  const sizes = { entries: 300_000, links: 10_000, submissions: 100_000, signups: 20_000 }
  fill('generate-growth.sql', Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, size * share])))
  console.log(
    `${subs} subscriptions and ${reds} redemptions in ${Math.round((performance.now() - startedAt) / 1000)} s`,
  )
}

function fill(file, sizes) {
  const settings = Object.entries({ ON_ERROR_STOP: 1, ...sizes }).flatMap(([name, value]) => ['-v', `${name}=${value}`])
  const args = [postgres.url, '-q', ...settings, '-f', join(rootFolder, 'bench', file)]
  const made = spawnSync('psql', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (made.status !== 0) throw new Error('The data set could not be generated.')
}

async function signIn() {
  const client = new pg.Client(postgres.url)
  await client.connect()
  const tokenHash = createHmac('sha256', secret).update(token).digest('base64url')
  await client.query(`delete from sessions where id = 'ses_bench'`)
  const { rows } = await client.query(
    `select id from users where role = 'quaff_admin' and status = 'active' order by id limit 1`,
  )
  await client.query(
    `insert into sessions (id, token_hash, user_id, created_at, expires_at, last_seen_at, authenticated_at)
     values ('ses_bench', $1, $2, now(), now() + interval '1 day', now(), now())`,
    [tokenHash, rows[0].id],
  )
  await client.end()
}

async function report() {
  const chosen = Object.entries(operations).filter(([name]) => !only || new RegExp(only).test(name))
  const results = {}
  console.log(
    `${'operation'.padEnd(26)} ${'p50 ms'.padEnd(20)} ${'p99 ms'.padEnd(20)} ${'req/s'.padEnd(20)} floor p50 / p99`,
  )
  for (const [name, operation] of chosen) {
    const [ours, floor] = [[], []]
    await measure(consoleRequests(operation), 1)
    for (let round = 0; round < Number(rounds); round += 1) {
      if (operation.floor) floor.push(await measure(floorRequests(operation), Number(seconds)))
      ours.push(await measure(consoleRequests(operation), Number(seconds)))
    }
    results[name] = { ours: summarise(ours), ...(operation.floor ? { floor: summarise(floor) } : {}) }
    const { p50, p99, perSecond } = results[name].ours
    const beside = results[name].floor ? `${results[name].floor.p50[1]} / ${results[name].floor.p99[1]}` : '–'
    console.log(
      `${name.padEnd(26)} ${p50.join('/').padEnd(20)} ${p99.join('/').padEnd(20)} ${perSecond.join('/').padEnd(20)} ${beside}`,
    )
  }
  const machine = `${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  if (out) writeFileSync(out, JSON.stringify({ machine, subs, reds, seconds, rounds, results }, null, 2))
}

function consoleRequests({ path, inputs }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-quaff-client': 'console' }
  const requests = inputs.map((input) => ({
    method: 'POST',
    path: `/rpc/${path}`,
    headers,
    body: JSON.stringify({ json: input, meta: datesOf(input) }),
  }))
  return { url: origin, requests }
}

/** The wire says beside the JSON which of its texts are instants. */
function datesOf(input) {
  return Object.keys(input).flatMap((key) => (input[key] instanceof Date ? [[1, key]] : []))
}

function floorRequests({ floor, inputs }) {
  const requests = inputs.map(({ merchantId }) => ({ path: `/${floor}${merchantId ? `?merchant=${merchantId}` : ''}` }))
  return { url: `http://127.0.0.1:${floorPort}`, requests }
}

async function measure(target, duration) {
  const result = await autocannon({ ...target, connections: 10, duration })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.requests[0].path}: ${result.non2xx} refused, ${result.errors} failed`)
  return { p50: result.latency.p50, p99: result.latency.p99, perSecond: Math.round(result.requests.average) }
}

function summarise(rows) {
  const spread = (key) => {
    const sorted = rows.map((row) => row[key]).sort((a, b) => a - b)
    return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  }
  return { p50: spread('p50'), p99: spread('p99'), perSecond: spread('perSecond') }
}
