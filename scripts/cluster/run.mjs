import { rmSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../setup/build-if-stale.mjs'
import { rootFolder } from '../setup/root-folder.mjs'
import { compare, readPasses } from './check.mjs'
import { faultsOf } from './faults.mjs'
import { makeKey, signIn } from './load/clients.mjs'
import { startListeners } from './load/listeners.mjs'
import { startReaders } from './load/readers.mjs'
import { openTimeline } from './load/timeline.mjs'
import { startWriters } from './load/writers.mjs'
import { openMachine, waitFor } from './machine.mjs'
import { findPrograms } from './packages.mjs'
import { startBalancer } from './parts/balancer.mjs'
import { consoleSettings, fillWithDemo, findConsolePorts, startConsole } from './parts/consoles.mjs'
import { startEtcd } from './parts/etcd.mjs'
import { startNodes } from './parts/patroni.mjs'
import { startPooler } from './parts/pooler.mjs'
import { createDatabase, leadsToPrimary } from './parts/primary.mjs'

/**
 * `npm run cluster [-- --rounds=3] [--only=<pattern of names>] [--hold]`: three PostgreSQL nodes under Patroni and etcd,
 * PgBouncer, HAProxy and three servers of ours on this machine, from Debian's packages; load on them; and in each round every
 * fault of `faults.mjs`. Ends with 0 when every goal is met. `--hold` starts it and waits, to look around; Ctrl-C takes it down.
 */
const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, only: { type: 'string' }, hold: { type: 'boolean' } },
})
const goals = { readsAway: 5 }
const settleMs = 6_000

await buildIfStale()
const programs = await findPrograms()
const machine = openMachine()
const stops = []
// Whoever interrupts it is waited for like any other end, so that nothing stays behind.
const interrupted = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(flags.hold === true))
})
let isMet = false
try {
  isMet = await Promise.race([run(), interrupted])
} finally {
  machine.keepLogs(join(rootFolder, 'artifacts', 'reports', 'cluster'))
  for (const stop of stops.toReversed()) await stop()
  await machine.stop()
  rmSync(join(rootFolder, 'artifacts', 'cluster'), { recursive: true, force: true })
}
process.exit(isMet ? 0 : 1)

async function run() {
  const startedAt = performance.now()
  const etcdPorts = await startEtcd(machine, programs)
  const nodes = await startNodes(machine, programs, etcdPorts)
  stops.push(() => Promise.all(nodes.map((node) => node.stop())))
  for (const { gates } of nodes) for (const gate of gates) stops.push(() => gate.close())
  const consolePorts = await findConsolePorts()
  const balancer = await startBalancer(machine, programs, nodes, consolePorts)
  stops.push(() => balancer.stop())
  const direct = `postgres://quaff@127.0.0.1:${balancer.ports.primary}/quaff`
  await waitFor('the way to the primary', () => leadsToPrimary(direct.replace(/quaff$/, 'postgres')))
  await createDatabase(direct)
  const pooler = await startPooler(machine, programs, balancer.ports.primary)
  stops.push(() => pooler.stop())
  const settings = consoleSettings(machine, { pooler, ports: balancer.ports, nodes })
  await fillWithDemo(machine, settings)
  const consoles = []
  for (const [index, port] of consolePorts.entries())
    consoles.push(await startConsole(machine, `console${index + 1}`, port, settings))
  stops.push(() => Promise.all(consoles.map((one) => one.stop())))
  const origin = settings.BASE_URL
  await waitFor('the balancer', async () => (await fetch(`${origin}/readyz`)).ok)
  console.log(`The cluster stands after ${Math.round((performance.now() - startedAt) / 1_000)} s at ${origin}`)
  if (flags.hold) return hold()
  return load({ nodes, consoles, pooler, balancer, direct, origin })
}

function hold() {
  console.log(`Folder ${machine.folder}. Ctrl-C takes it down.`)
  return interrupted
}

async function load({ nodes, consoles, pooler, balancer, direct, origin }) {
  const tokens = await signIn(direct)
  const key = await makeKey(origin, tokens[0])
  const passes = await readPasses(direct)
  const [written, read] = [openTimeline(), openTimeline()]
  const listeners = startListeners(origin, tokens)
  await waitFor('the listeners', listeners.isWhole)
  const readers = startReaders(origin, tokens, read)
  const writers = startWriters(origin, { key, tokens, passes, timeline: written })
  await wait(settleMs)
  const results = []
  for (let round = 1; round <= Number(flags.rounds); round += 1) {
    const parts = { nodes, consoles, pooler, balancer, round }
    for (const fault of faultsOf(parts).filter(({ name }) => new RegExp(flags.only ?? '').test(name))) {
      const from = performance.now()
      await fault.strike()
      await fault.isWhole()
      await wait(settleMs)
      const to = performance.now()
      const result = {
        ...fault,
        round,
        writesAway: written.longestPause(from, to),
        readsAway: read.longestPause(from, to),
      }
      results.push(result)
      print(result)
    }
  }
  await writers.stop()
  await readers.stop()
  await wait(settleMs)
  await waitFor('the listeners', listeners.isWhole)
  const missed = listeners.missed(writers.told)
  const found = await compare(direct, writers.acked)
  await listeners.stop()
  report(results, { found, missed, listeners, reads: read.count(), readers })
  const isInTime = results.every(
    ({ writesAway, readsAway, goal }) => writesAway <= goal && readsAway <= goals.readsAway,
  )
  return isInTime && found.lost === 0 && found.doubled === 0 && missed.length === 0
}

function print({ round, name, writesAway, readsAway, goal }) {
  const seconds = (value) => `${value.toFixed(1)} s`.padStart(7)
  console.log(
    `${round}  ${name.padEnd(28)} writes away ${seconds(writesAway)} (at most ${goal} s), reads ${seconds(readsAway)}`,
  )
}

function report(results, { found, missed, listeners, reads, readers }) {
  console.log(
    '\n| fault | writes away, s: min/median/max | goal | reads away, s: min/median/max | goal |\n|---|---|---|---|---|',
  )
  for (const name of new Set(results.map((one) => one.name))) {
    const own = results.filter((one) => one.name === name)
    const spread = (of) => {
      const values = own.map(of).sort((a, b) => a - b)
      return [values[0], values[Math.floor(values.length / 2)], values.at(-1)].map((one) => one.toFixed(1)).join('/')
    }
    console.log(
      `| ${name} | ${spread((one) => one.writesAway)} | ${own[0].goal} | ${spread((one) => one.readsAway)} | ${goals.readsAway} |`,
    )
  }
  console.log(`\n${found.acked} rows were acknowledged: ${found.lost} lost, ${found.doubled} doubled. ${reads} reads.`)
  console.log(
    `${listeners.count} listeners, ${listeners.connections()} connections: ${missed.length} changes missed; ${listeners.toldAnew()} were told to read anew.`,
  )
  if (readers.faults.size > 0) console.log('Reads that failed:', Object.fromEntries(readers.faults))
  console.log(`${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`)
}
