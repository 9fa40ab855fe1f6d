import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { buildIfStale } from '../scripts/setup/build-if-stale.mjs'
import { rootFolder } from '../scripts/setup/root-folder.mjs'
import { startThrowAway } from './load/database.mjs'
import { writeFloor } from './load/import-floor.mjs'

/**
 * `node bench/imports.mjs [--documents=1000000] [--only=postgres|embedded]`: a whole business comes over by the command.
 * For each database the seconds and the largest resident set (Linux) of a dry run, of writing, and of the same once more;
 * on PostgreSQL beside a bare multi-row INSERT of the same people, subscriptions and redemptions in the same run. Talks to
 * databases of its own only, which it removes.
 */
const { values: flags } = parseArgs({
  options: { documents: { type: 'string', default: '1000000' }, only: { type: 'string' } },
})
const documents = Number(flags.documents)
const goals = { dryRun: 180, postgres: 600, embedded: 1_200, residentMiB: 200, ofFloor: 0.3 }

await buildIfStale()
const folder = mkdtempSync(join(tmpdir(), 'quaff-imports-'))
try {
  console.log(`${await writeBusiness(join(folder, 'old'))} documents`)
  if (flags.only !== 'embedded') await measurePostgres()
  if (flags.only !== 'postgres') await measureAll('embedded', { DATA_DIR: join(folder, 'embedded') })
  console.log(`Goals (seconds, MiB, share of the floor at ${documents} documents): ${JSON.stringify(goals)}`)
  console.log(`${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measurePostgres() {
  const postgres = await startThrowAway()
  const client = new pg.Client(postgres.url)
  try {
    const seconds = await measureAll('postgres', { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data') })
    await client.connect()
    const { rows, seconds: floor } = await writeFloor(client)
    console.log(`bare INSERT of the same ${rows} rows: ${floor.toFixed(1)} s; share ${(floor / seconds).toFixed(2)}`)
  } finally {
    await client.end()
    postgres.stop()
  }
}

/** The seconds of writing. */
async function measureAll(name, env) {
  const write = ['--apply', '--paid-until', '2027-01-01T00:00Z']
  await print(`${name}, dry run`, run(env, ['import', join(folder, 'old')]))
  const { seconds } = await print(`${name}, writing`, run(env, ['import', join(folder, 'old'), ...write]))
  await print(`${name}, the same again`, run(env, ['import', join(folder, 'old'), ...write]))
  return seconds
}

async function print(what, running) {
  const figures = await running
  const perSecond = Math.round(documents / figures.seconds)
  console.log(
    `${what.padEnd(26)} ${figures.seconds.toFixed(1).padStart(8)} s ${String(perSecond).padStart(8)} documents/s ${String(figures.residentMiB).padStart(6)} MiB`,
  )
  return figures
}

async function run(env, args) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['dist/server/main.js', ...args], {
    cwd: rootFolder,
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text))
  let residentMiB = 0
  const sampling = setInterval(() => (residentMiB = Math.max(residentMiB, peakMiB(child.pid))), 200)
  const [code] = await once(child, 'exit')
  clearInterval(sampling)
  // 3: some warnings, which a business of a million documents always has.
  if (code !== 0 && code !== 3)
    throw new Error(`${args.join(' ')} ended with ${code}: ${Buffer.concat(said).toString()}`)
  await wait(500)
  return { seconds: (performance.now() - startedAt) / 1_000, residentMiB: Math.round(residentMiB) }
}

function peakMiB(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

/** One in ten documents is a person, two are passes, and nearly all others drinks of the last two years. */
async function writeBusiness(target) {
  mkdirSync(join(target, 'firestore'), { recursive: true })
  const out = createWriteStream(join(target, 'firestore', 'all.ndjson'))
  let written = 0
  const put = async (path, data) => {
    written += 1
    if (!out.write(`${JSON.stringify({ path, data })}\n`)) await once(out, 'drain')
  }
  const merchants = Math.max(1, Math.round(documents / 1_000))
  const people = Math.round(documents / 10)
  const at = (n) => ({ $time: new Date(Date.UTC(2025, 0, 1) + (n % (640 * 1_440)) * 60_000).toISOString() })
  const times = (n) => ({ createdAt: at(n), updatedAt: at(n + 1_000) })
  for (let n = 0; n < merchants; n += 1) {
    const name = `Café Zürich ${n}`
    const contactInfo = { email: `venue${n}@people.test`, businessType: 'cafe' }
    await put(`merchants/m${n}`, { name, status: 'active', contactInfo, settings: { isLive: true }, ...times(n) })
    await put(`merchants/m${n}/locations/l${n}`, { name: 'Am See', ...times(n) })
    await put(`merchants/m${n}/subscriptionPlans/p${n}`, { name: 'Daily Cup', active: true, ...times(n) })
    const price = { amount: 2_900, currency: 'chf', interval: 'month', intervalCount: 1, active: true }
    await put(`merchants/m${n}/subscriptionPlans/p${n}/prices/c${n}`, { ...price, ...times(n) })
  }
  for (let n = 0; n < people; n += 1) {
    const person = { email: `person${n}@people.test`, displayName: `Jürgen ${n}`, role: 'customer', status: 'active' }
    await put(`users/u${n}`, { ...person, lastActive: at(n * 7), ...times(n * 3) })
  }
  for (let n = 0; n < people * 2; n += 1) {
    const venue = n % merchants
    const price = { amount: 2_900, currency: 'chf', interval: 'month', intervalCount: 1 }
    const status = n % 5 === 0 ? 'canceled' : 'active'
    const period = { currentPeriodStart: at(n * 5), currentPeriodEnd: at(n * 5 + 43_200) }
    const pass = { merchantId: `m${venue}`, planId: `p${venue}`, status, ...price, ...period, stripeId: `sub_${n}` }
    await put(`users/u${n % people}/subscriptions/s${n}`, { ...pass, ...times(n * 5) })
  }
  for (let n = 0; written < documents; n += 1) {
    const venue = n % merchants
    const drink = {
      merchantId: `m${venue}`,
      locationId: `l${venue}`,
      planId: `p${venue}`,
      subscriptionId: `s${n % (people * 2)}`,
    }
    await put(`users/u${n % people}/redemptions/r${n}`, {
      ...drink,
      redeemedAt: at(n * 11),
      method: 'barcode',
      status: 'completed',
    })
  }
  out.end()
  await once(out, 'finish')
  return written
}
