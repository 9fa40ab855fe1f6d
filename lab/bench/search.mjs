import { parseArgs } from 'node:util'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { connect, startThrowAway } from './load/database.mjs'
import { consoleRequests } from './load/measure.mjs'
import { startConsole } from './load/processes.mjs'

/**
 * Prints a Markdown table of the PostgreSQL CPU milliseconds of one search, page and count together, by word and number
 * of people. Each size gets a private database; ten million people need 30 GB and about an hour.
 * @example node scripts/with-tools.mjs node lab/bench/search.mjs [--sizes=100000,1000000,10000000] [--runs=15]
 */
const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100000,1000000,10000000' },
    runs: { type: 'string', default: '15' },
    port: { type: 'string', default: '4604' },
  },
})
const [sizes, runs] = [flags.sizes.split(',').map(Number), Number(flags.runs)]
const latinWords = ['o', 'jo', 'xq', 'ann', 'corp.test', 'moreau', 'carla moreau', '77@post', 'petrov12', 'zzz nothing']
const peopleWords = [...latinWords, 'müller', '佐藤', '藤', 'carla 佐藤', '김', 'علي', 'ชั']
const peoplePage = { path: 'users/list', input: { limit: 20 }, words: peopleWords }
const searches = {
  people: peoplePage,
  'people by name': { ...peoplePage, input: { limit: 20, sort: 'name', order: 'asc' } },
  subscriptions: { ...peoplePage, path: 'subscriptions/list' },
  waitlist: {
    path: 'waitlists/entries',
    input: { waitlistId: 'wtl_00000001', limit: 20 },
    words: ['guest', 'riverton', 'venue 12', 'guest 77', 'guest12345', 'nobody here'],
  },
}

await buildIfStale()
const table = new Map()
for (const people of sizes) await measureSize(people)
console.log(`\n| search | ${sizes.join(' | ')} |\n|${'---|'.repeat(sizes.length + 1)}`)
for (const [name, figures] of table) console.log(`| ${name} | ${figures.join(' | ')} |`)

async function measureSize(people) {
  const postgres = await startThrowAway()
  const server = await startConsole(postgres.url, Number(flags.port))
  const database = await connect(postgres.url, { mayChange: true })
  try {
    await database.fill({ subs: people, reds: 1_000, users: people })
    await database.signIn()
    for (const [name, search] of Object.entries(searches))
      for (const q of search.words) {
        const figure = await measureWord(server, database, search, q)
        console.log(`${people} · ${name} · ${q} · ${figure} ms`)
        table.set(`${name}: ${q}`, [...(table.get(`${name}: ${q}`) ?? []), figure])
      }
  } finally {
    await database.close()
    await server.stop()
    postgres.stop()
  }
}

/** One request after the other, because equal ones at the same time share their count. */
async function measureWord({ origin }, database, { path, input }, q) {
  const [{ path: address, ...request }] = consoleRequests({ path, inputs: [{ ...input, q }] })
  const send = async () => {
    const answer = await fetch(`${origin}${address}`, request)
    if (!answer.ok) throw new Error(`${path} "${q}": ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  for (let warmUp = 0; warmUp < 3; warmUp += 1) await send()
  const before = database.postgresMs()
  for (let run = 0; run < runs; run += 1) await send()
  return ((database.postgresMs() - before) / runs).toFixed(1)
}
