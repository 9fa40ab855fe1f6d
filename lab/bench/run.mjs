import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { connect, startThrowAway } from './load/database.mjs'
import { consoleRequests, findAmount, floorRequests, measure } from './load/measure.mjs'
import { startConsole, startFloor } from './load/processes.mjs'
import { operations, quickOperations } from './operations.mjs'
import { headLine, resultLine } from './report/rows.mjs'
import { aboveClass, summarise } from './report/summarise.mjs'

/**
 * Measures every operation and its two floors in turns with ten clients of an administrator. An empty `--database` is
 * filled and stays for the next run. Exits with 1 if a call exceeds its CPU class in `budgets.json`.
 * @example npm run bench -- --quick --only='one merchant'
 */
const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    ...Object.fromEntries(
      ['subs', 'reds', 'users', 'seconds', 'rounds', 'only', 'out', 'database', 'port'].map((name) => [
        name,
        { type: 'string' },
      ]),
    ),
  },
})
const usual = flags.quick
  ? { subs: 20_000, reds: 60_000, users: 30_000, seconds: 1, rounds: 1, warmUp: 0.5 }
  : { subs: 1_000_000, reds: 3_000_000, users: 300_000, seconds: 2, rounds: 3, warmUp: 1 }
const chosen = Object.fromEntries(Object.entries(usual).map(([key, value]) => [key, Number(flags[key] ?? value)]))
const port = Number(flags.port ?? 4600)

await buildIfStale()
const postgres = flags.database ? { url: flags.database, stop: () => undefined } : await startThrowAway()
const server = await startConsole(postgres.url, port)
const floor = await startFloor(postgres.url, port + 1)
const database = await connect(postgres.url, { mayChange: !flags.database })
try {
  if (await database.isEmpty()) await database.fill(chosen)
  await database.signIn()
  await report(await measureAll())
} finally {
  await database.close()
  await floor.stop()
  await server.stop()
  postgres.stop()
}

async function measureAll() {
  const results = {}
  console.log(headLine())
  for (const [name, operation] of Object.entries(operations).filter(([name]) => isChosen(name))) {
    results[name] = await measureOne(name, operation)
    console.log(resultLine(name, results[name]))
  }
  return results
}

function isChosen(name) {
  if (flags.only) return new RegExp(flags.only).test(name)
  return !flags.quick || quickOperations.includes(name)
}

async function measureOne(name, operation) {
  const sides = {
    floor: [floor, floorRequests(name, operation)],
    safeFloor: [floor, floorRequests(name, operation, { isSafe: true })],
    ours: [server, consoleRequests(operation)],
  }
  const amounts = {}
  for (const [side, [asked, requests]] of Object.entries(sides))
    amounts[side] = await findAmount(asked, requests, chosen, database)
  const rounds = { floor: [], safeFloor: [], ours: [] }
  for (let round = 0; round < chosen.rounds; round += 1)
    for (const [side, [asked, requests]] of Object.entries(sides))
      rounds[side].push(await measure(asked, requests, amounts[side], database))
  const summaries = Object.entries(rounds).map(([side, measured]) => [side, summarise(measured)])
  return { path: operation.path, ...Object.fromEntries(summaries) }
}

async function report(results) {
  const { budgets } = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8'))
  for (const [name, result] of Object.entries(results)) {
    const { cpu } = budgets[result.path.replaceAll('/', '.')]
    for (const excess of aboveClass(result, cpu)) {
      console.log(`Above its CPU class "${cpu}": ${name}, ${excess}`)
      process.exitCode = 1
    }
  }
  const machine = `${cpus().length} × ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  const run = { machine, postgres: database.version, ...chosen, at: new Date().toISOString().slice(0, 10), results }
  if (flags.out) writeFileSync(flags.out, `${JSON.stringify(run, null, 2)}\n`)
}
