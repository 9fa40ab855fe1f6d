import { spawn } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { rootFolder } from '../../scripts/setup/root-folder.mjs'
import { writeBusiness } from '../write-business.mjs'

/** Enough for so many kills to come before the end. */
const documentsPerKill = 1_000
const paid = ['--apply', '--paid-until', '2027-01-01T00:00Z']

/**
 * Kills an import process `kills` times (SIGKILL) at random moments after its first write, and lets it finish. The
 * result is exported and compared file by file with an undisturbed import, and every counter with its rows. On
 * PostgreSQL with `url`, otherwise on the embedded database.
 */
export async function runImportKills(kills, url) {
  await buildIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'quaff-kills-'))
  const old = join(folder, 'old')
  try {
    await writeBusiness(old, kills * documentsPerKill)
    const calm = await placeOf(folder, 'calm', url)
    await finish(calm, ['import', old, ...paid])
    const disturbed = await placeOf(folder, 'disturbed', url)
    const landed = await importUnderKills(disturbed, old, kills)
    const [expected, found] = [await businessOf(folder, 'calm', calm), await businessOf(folder, 'disturbed', disturbed)]
    const files = [...new Set([...Object.keys(expected), ...Object.keys(found)])]
    // The audit log contains two imports.
    const different = files.filter((file) => file !== '/audit.ndjson' && expected[file] !== found[file])
    console.log(
      `${landed} kills while it was writing; files that differ of ${files.length}: ${different.join(', ') || 'none'}`,
    )
    const failed = different.length + (landed < kills ? 1 : 0)
    return { passed: failed === 0 ? landed : 0, failed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A separate database, as settings of the command. */
async function placeOf(folder, name, url) {
  const DATA_DIR = join(folder, `data-${name}`)
  if (!url) return { DATA_DIR }
  const client = new pg.Client(url)
  await client.connect()
  const database = `kills_${name}_${process.pid}`
  await client.query(`create database ${database}`)
  await client.end()
  return { DATA_DIR, DATABASE_URL: Object.assign(new URL(url), { pathname: `/${database}` }).href }
}

/** Number of processes that were killed before they had ended. */
async function importUnderKills(place, old, kills) {
  const startMs = await startTime(place)
  const first = start(place, ['import', old, ...paid])
  const runId = await runIdOf(first)
  let landed = 0
  let child = first
  for (;;) {
    await wait(randomInt(300))
    if (child.exitCode !== null) break
    child.kill('SIGKILL')
    await once(child, 'exit')
    landed += 1
    if (landed >= kills) {
      await finish(place, ['import', '--continue', runId])
      break
    }
    child = start(place, ['import', '--continue', runId])
    // A process needs a while before it writes: killing it earlier would prove little.
    await wait(startMs)
  }
  return landed
}

/** The embedded database allows one process at a time, so it is queried before the start. */
async function startTime(place) {
  const startedAt = performance.now()
  await finish(place, ['import', 'runs'])
  return performance.now() - startedAt
}

async function runIdOf(child) {
  let said = ''
  for await (const text of child.stdout) {
    said += text
    const runId = /--continue (\S+)/.exec(said)?.[1]
    if (runId) return runId
  }
  throw new Error(`The import ended before it wrote:\n${said}`)
}

async function businessOf(folder, name, place) {
  await finish(place, ['aggregates', '--check'])
  const target = join(folder, `exported-${name}`)
  await finish(place, ['export', target])
  const files = readdirSync(target, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return Object.fromEntries(
    files.map((file) => {
      const path = join(file.parentPath, file.name)
      return [path.slice(target.length), createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

function start(place, args) {
  return spawn(process.execPath, ['dist/server/main.js', ...args], {
    cwd: rootFolder,
    env: { ...process.env, LOG_LEVEL: 'error', ...place },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function finish(place, args) {
  const child = start(place, args)
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${Buffer.concat(said).toString()}`)
}
