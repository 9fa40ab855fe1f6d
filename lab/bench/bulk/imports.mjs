import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { buildIfStale } from '../../../scripts/setup/build-if-stale.mjs'
import { rootFolder } from '../../../scripts/setup/root-folder.mjs'
import { heapFlags, memoryVariables } from '../../../scripts/setup/small-heap.mjs'
import { writeBusiness } from '../../write-business.mjs'
import { startThrowAway } from '../load/database.mjs'
import { writeFloor } from '../load/import-floor.mjs'

/**
 * Imports a business with the command. For each database, seconds and peak resident memory (Linux) of a dry run, of
 * writing and of a repetition; on PostgreSQL beside a multi-row INSERT of the same rows. Uses temporary databases only.
 * @example node lab/bench/bulk/imports.mjs [--documents=1000000] [--only=postgres|embedded]
 */
const { values: flags } = parseArgs({
  options: { documents: { type: 'string', default: '1000000' }, only: { type: 'string' } },
})
const documents = Number(flags.documents)
const goals = { dryRun: 180, postgres: 600, embedded: 1_200, residentMiB: 200, ofFloor: 0.3 }

await buildIfStale()
const folder = mkdtempSync(join(tmpdir(), 'quaff-imports-'))
try {
  console.log(`${await writeBusiness(join(folder, 'old'), documents)} documents`)
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
  // Uses the flags of `npm run import`.
  const flags = heapFlags(args, process.env.NODE_OPTIONS)
  const child = spawn(process.execPath, [...flags, 'dist/server/main.js', ...args], {
    cwd: rootFolder,
    env: { ...process.env, ...memoryVariables(args), LOG_LEVEL: 'error', ...env },
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
