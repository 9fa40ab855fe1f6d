import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { rootFolder } from '../../scripts/setup/root-folder.mjs'
import { findProgram, postgresFolders } from '../../scripts/testing/services/find-program.mjs'
import { installSystemPackage } from '../../scripts/testing/services/install-system-package.mjs'
import { compare, readSubjects } from './check.mjs'
import { faultsOf } from './faults.mjs'
import { makeKey, signIn } from './load/clients.mjs'
import { startListeners } from './load/listeners.mjs'
import { readPaths, startReaders } from './load/readers.mjs'
import { startWriters, writtenKinds } from './load/writers.mjs'
import { openMachine, waitFor } from './machine.mjs'
import { startBalancer } from './parts/balancer.mjs'
import { consoleSettings, findConsolePorts, runCommand, startConsole } from './parts/consoles.mjs'
import { startEtcd } from './parts/etcd.mjs'
import { startNodes } from './parts/patroni.mjs'
import { startPooler } from './parts/pooler.mjs'
import { createDatabase, leadsToPrimary } from './parts/primary.mjs'
import { isInTime, printFault, printFaults, printRows, printTable } from './report.mjs'

/**
 * `npm run cluster [-- --rounds=3] [--only=<pattern of names>] [--hold]`: three PostgreSQL nodes under Patroni and
 * etcd, PgBouncer, HAProxy and three servers, from Debian's packages, under load, with each fault of `faults.mjs` per
 * round. Exits with 0 if every goal is met. `--hold` starts it and waits for Ctrl-C.
 */
const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    hold: { type: 'boolean' },
  },
})
const settleMs = 6_000
const flowingMs = 3_000
/** No fault begins later, so that every run ends within 40 minutes. */
const lastBeginMs = 35 * 60_000

const startedAt = performance.now()
await buildIfStale()
const programs = await findPrograms()
const machine = openMachine()
const stops = []
// Interruption and unexpected errors end like any other run, so that no process or folder is left.
const interrupted = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(flags.hold === true))
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error) => {
      if (!machine.isClosed()) console.error(error)
      resolve(false)
    })
})
let isMet = false
try {
  isMet = await Promise.race([run(), interrupted])
} catch (error) {
  console.error(error)
} finally {
  machine.close()
  machine.keepLogs(join(rootFolder, 'artifacts', 'reports', 'cluster'))
  for (const stop of stops.toReversed()) await stop().catch((error) => console.error(error))
  await machine.stop()
  rmSync(join(rootFolder, 'artifacts', 'cluster'), { recursive: true, force: true })
}
process.exit(isMet ? 0 : 1)

async function run() {
  const etcdPorts = await startEtcd(machine, programs)
  const nodes = await startNodes(machine, programs, etcdPorts, stops)
  const consolePorts = await findConsolePorts()
  const balancer = await startBalancer(machine, programs, nodes, consolePorts)
  stops.push(() => balancer.stop())
  const direct = `postgres://quaff@127.0.0.1:${balancer.ports.primary}/quaff`
  await waitFor('the way to the primary', () => leadsToPrimary(direct.replace(/quaff$/, 'postgres')))
  await createDatabase(direct)
  const pooler = await startPooler(machine, programs, balancer.ports.primary)
  stops.push(() => pooler.stop())
  const settings = consoleSettings(machine, { pooler, ports: balancer.ports, nodes })
  if ((await runCommand(machine, settings, 'demo')) !== 0) throw new Error('No demo data. See demo.log')
  const consoles = []
  stops.push(() => Promise.all(consoles.map((one) => one.stop())))
  for (const [index, port] of consolePorts.entries())
    consoles.push(await startConsole(machine, `console${index + 1}`, port, settings))
  const origin = settings.BASE_URL
  await waitFor('the balancer', async () => (await fetch(`${origin}/readyz`)).ok)
  console.log(`The cluster stands after ${Math.round((performance.now() - startedAt) / 1_000)} s at ${origin}`)
  if (flags.hold) return hold()
  return load({ nodes, consoles, pooler, balancer }, { direct, origin, settings })
}

function hold() {
  console.log(`Folder ${machine.folder}. Ctrl-C takes it down.`)
  return interrupted
}

async function load(parts, { direct, origin, settings }) {
  const tokens = await signIn(direct)
  const key = await makeKey(origin, tokens[0])
  const subjects = await readSubjects(direct)
  const timelines = { written: openTimeline(writtenKinds), read: openTimeline(readPaths) }
  const listeners = startListeners(origin, tokens)
  await waitFor('the listeners', listeners.isWhole)
  const readers = startReaders(origin, tokens, timelines.read)
  const writers = startWriters(origin, { key, tokens, ...subjects, timeline: timelines.written })
  await waitUntilFlowing(timelines).catch((error) => {
    console.log('What was answered:', writers.faults, readers.faults)
    throw error
  })
  await wait(settleMs)
  const { results, left } = await playRounds(parts, timelines)
  await writers.stop()
  await readers.stop()
  await wait(settleMs)
  await waitFor('the listeners', listeners.isWhole)
  const missed = listeners.missed(writers.told)
  const found = await compare(direct, writers.acked)
  await listeners.stop()
  printTable(results)
  const { refusals } = writers
  printFaults({ Reads: readers.faults, Writes: writers.faults })
  printRows({ found, refusals, missed, listeners, reads: timelines.read.count() })
  if (left.length > 0) console.log(`Not played: ${left.join(', ')}. Go on with --only="${left.join('|')}"`)
  const areCountersRight = (await runCommand(machine, settings, 'aggregates', '--check')) === 0
  const isLogWhole = (await runCommand(machine, settings, 'verify-audit')) === 0
  console.log(`Counters equal their rows: ${areCountersRight}. The audit log is whole: ${isLogWhole}.`)
  const isAllThere = found.lost + found.doubled + refusals.length + missed.length === 0
  return (
    isAllThere &&
    areCountersRight &&
    isLogWhole &&
    left.length === 0 &&
    results.every((result) => !result.failure && isInTime(result))
  )
}

/** `left`: names of faults for which no time was left in some round. */
async function playRounds(parts, timelines) {
  const results = []
  const left = new Set()
  for (let round = 1; round <= Number(flags.rounds); round += 1) {
    for (const fault of faultsOf({ ...parts, round }).filter(({ name }) => new RegExp(flags.only).test(name))) {
      const from = performance.now()
      if (from - startedAt > lastBeginMs) {
        left.add(fault.name)
        continue
      }
      const failure = await playFault(fault, timelines)
      const to = performance.now()
      const result = {
        ...fault,
        round,
        failure,
        writes: timelines.written.longestPause(from, to),
        reads: timelines.read.longestPause(from, to),
      }
      results.push(result)
      printFault(result)
    }
  }
  return { results, left: [...left] }
}

/** No pause reaches over from one fault into the next. */
function waitUntilFlowing({ written, read }) {
  return waitFor('a read and a write of each kind', () => written.isFlowing(flowingMs) && read.isFlowing(flowingMs))
}

/** Returns why the fault missed its goal; undefined if it did not. The next one runs anyway. */
async function playFault(fault, timelines) {
  try {
    await fault.strike()
    await fault.isWhole()
    await wait(settleMs)
    await waitUntilFlowing(timelines)
    return undefined
  } catch (error) {
    return error.message
  }
}

/** Records when each kind of request last succeeded, in ms of this process's clock. */
function openTimeline(kinds) {
  const times = new Map(kinds.map((kind) => [kind, []]))
  return {
    note: (kind) => void times.get(kind).push(performance.now()),
    /** Returns true if each kind succeeded within the last `withinMs`. */
    isFlowing: (withinMs) => [...times.values()].every((own) => (own.at(-1) ?? 0) > performance.now() - withinMs),
    count: () => [...times.values()].reduce((sum, own) => sum + own.length, 0),
    /** Returns `{ seconds, kind }` of the longest pause that overlaps [from, to]. */
    longestPause: (from, to) =>
      [...times]
        .map(([kind, own]) => ({ kind, seconds: pauseOf(own, from, to) }))
        .reduce((longest, one) => (one.seconds > longest.seconds ? one : longest)),
  }
}

function pauseOf(times, from, to) {
  const first = Math.max(
    0,
    times.findLastIndex((time) => time <= from),
  )
  let [longest, last] = [0, times[first] ?? from]
  for (const time of [...times.slice(first + 1).filter((one) => one <= to), to]) {
    longest = Math.max(longest, time - last)
    last = time
  }
  return longest / 1_000
}

/** Finds the programs by name, and installs Debian's packages for those that are missing. */
async function findPrograms() {
  const folders = () => [...postgresFolders(), '/usr/sbin', '/usr/bin', ...(process.env.PATH ?? '').split(':')]
  const packages = {
    postgres: 'postgresql',
    etcd: 'etcd-server',
    patroni: 'patroni',
    pgbouncer: 'pgbouncer',
    haproxy: 'haproxy',
  }
  const found = {}
  for (const [name, packageName] of Object.entries(packages)) {
    const path =
      findProgram(name, folders()) ??
      ((await installSystemPackage(packageName)) ? findProgram(name, folders()) : undefined)
    if (!path) throw new Error(`${name} is missing. Couldn’t install the package ${packageName}.`)
    found[name] = path
  }
  return found
}
