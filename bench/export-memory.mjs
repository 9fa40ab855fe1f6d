import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { rootFolder } from '../scripts/setup/root-folder.mjs'

/**
 * `node bench/export-memory.mjs --database=postgresql://… [--runs=5] [--out=file.json]` after `npm run build`, on a database
 * filled by `bench/generate.sql`. How much more memory the server needs while it exports all people: its resident set
 * (Linux, /proc), read every 100 ms before and during. A first export warms up and is reported apart, since it also pays
 * for what the server keeps from then on. The reader takes the file as fast as it comes, or slowly as a weak line would.
 */
const flags = Object.fromEntries(process.argv.slice(2).map((one) => one.replace(/^--/, '').split('=')))
const { database, runs = '5', out } = flags
if (!database) throw new Error('Name a filled database with --database=postgresql://…')
const origin = 'http://127.0.0.1:4602'
const secret = 'a secret for a throw-away server, 32+'
const token = 'bench-export-token'
const mebibytes = (kibibytes) => Math.round((kibibytes / 1024) * 10) / 10

const server = await startServer()
try {
  const people = await signIn()
  const results = []
  console.log(`${people} people\n${'export'.padEnd(18)} before  peak   extra MiB  file MiB  seconds`)
  for (let run = 0; run <= Number(runs); run += 1) {
    for (const format of ['csv', 'json']) results.push(await measure(format, run === 0 ? 'first' : 'fast'))
  }
  for (const format of ['csv', 'json']) results.push(await measure(format, 'slow'))
  const machine = `${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  console.log(machine)
  if (out) writeFileSync(out, JSON.stringify({ machine, people, results }, null, 2))
} finally {
  server.kill('SIGTERM')
}

async function startServer() {
  const env = {
    ...process.env,
    DATABASE_URL: database,
    BASE_URL: origin,
    PORT: new URL(origin).port,
    SESSION_SECRET: secret,
    FIELD_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64url')}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@quaff.test',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'quaff-bench-')),
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, ['dist/server/main.js', 'serve'], { cwd: rootFolder, env, stdio: 'inherit' })
  for (let tries = 0; tries < 300; tries += 1) {
    await wait(200)
    const isReady = await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return child
  }
  child.kill('SIGTERM')
  throw new Error('The server does not answer.')
}

/** How many people there are. */
async function signIn() {
  const client = new pg.Client(database)
  await client.connect()
  const tokenHash = createHmac('sha256', secret).update(token).digest('base64url')
  await client.query(`delete from sessions where id = 'ses_bench_export'`)
  await client.query(
    `insert into sessions (id, token_hash, user_id, created_at, expires_at, last_seen_at, authenticated_at)
     select 'ses_bench_export', $1, id, now(), now() + interval '1 day', now(), now()
     from users where role = 'quaff_admin' and status = 'active' order by id limit 1`,
    [tokenHash],
  )
  const { rows } = await client.query('select count(*)::int as people from users')
  await client.end()
  return rows[0].people
}

async function measure(format, pace) {
  await wait(1_500)
  const before = await median(() => residentKibibytes(), 10)
  let peak = before
  const sampling = setInterval(() => (peak = Math.max(peak, residentKibibytes())), 100)
  const startedAt = performance.now()
  const bytes = await download(format, pace)
  clearInterval(sampling)
  peak = Math.max(peak, residentKibibytes())
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  const row = {
    format,
    pace,
    beforeMiB: mebibytes(before),
    peakMiB: mebibytes(peak),
    extraMiB: mebibytes(peak - before),
  }
  const file = Math.round((bytes / 2 ** 20) * 10) / 10
  console.log(
    `${`${format}, ${pace}`.padEnd(18)} ${String(row.beforeMiB).padEnd(7)} ${String(row.peakMiB).padEnd(6)} ${String(row.extraMiB).padEnd(10)} ${String(file).padEnd(9)} ${seconds}`,
  )
  return { ...row, fileMiB: file, seconds }
}

function residentKibibytes() {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1])
}

async function median(read, times) {
  const all = []
  for (let time = 0; time < times; time += 1) {
    all.push(read())
    await wait(100)
  }
  return all.sort((a, b) => a - b)[Math.floor(times / 2)]
}

async function download(format, pace) {
  const answer = await fetch(`${origin}/api/files/users-export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-quaff-client': 'console' },
    body: JSON.stringify({ format }),
  })
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.length
    if (pace === 'slow') await wait(20)
  }
  return bytes
}
