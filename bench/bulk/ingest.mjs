import { createHmac, randomUUID } from 'node:crypto'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { connect, startThrowAway, token } from '../load/database.mjs'
import { writeFloorOf } from '../load/import-floor.mjs'
import { startConsole } from '../load/processes.mjs'

/**
 * `node bench/bulk/ingest.mjs [--batches=15] [--merchants=600]`: the app's systems talk to one server on a PostgreSQL of its own
 * with 100,000 subscriptions. For people, subscriptions and redemptions: batches of 1,000 signed events, each beside a bare
 * multi-row INSERT of the very records that it made, and the share of the bare one's speed; "of all": beside one of all
 * rows that it made, such as charges and history. Then drinks decided one by one.
 * `--merchants`: over how many of them the events of a batch are spread.
 */
const { values: flags } = parseArgs({
  options: {
    batches: { type: 'string', default: '15' },
    merchants: { type: 'string', default: '600' },
    port: { type: 'string', default: '4604' },
  },
})
const goals = { share: 0.3, decisionMs: 20 }
const batchSize = 1_000
const decisions = 500
/** What an event leaves beside its record; not the counters, which are shared by many. */
const besides = {
  users: {},
  subscriptions: { subscription_charges: 'subscription_id', subscription_events: 'subscription_id' },
  redemptions: {},
}

await buildIfStale()
const postgres = await startThrowAway()
const server = await startConsole(postgres.url, Number(flags.port))
const database = await connect(postgres.url, { mayChange: true })
const client = new pg.Client(postgres.url)
await client.connect()
try {
  await database.fill({ subs: 100_000, reds: 300_000, users: 50_000 })
  await client.query('vacuum analyze')
  await database.signIn()
  const key = await makeKey()
  const passes = await readPasses()
  await drinkYesterday(key, passes)
  await measureAll(key, passes)
  await measureDecisions(key, passes)
  console.log(`Goals: ${JSON.stringify(goals)}`)
  console.log(`${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`)
} finally {
  await client.end()
  await database.close()
  await server.stop()
  postgres.stop()
}

async function measureAll(key, passes) {
  const head = ['rows/s', 'bare', 'share', 'lowest', 'highest', 'of all']
  console.log(`${'events'.padEnd(16)} ${head.map(cell).join('')}`)
  const kinds = { users: makePerson, subscriptions: makePass, redemptions: makeDrink }
  for (const [name, make] of Object.entries(kinds)) {
    const rounds = []
    for (let batch = -2; batch < Number(flags.batches); batch += 1) {
      const events = nextBatch(passes).map((pass) => make(pass))
      const round = await measure(key, name, events)
      // The first ones warm both up.
      if (batch >= 0) rounds.push(round)
    }
    const shareOf = (of) => rounds.map((round) => of(round) / round.ours)
    const shares = shareOf(({ bare }) => bare)
    const perSecond = (of) => Math.round(batchSize / middle(rounds.map(of)))
    print(name, [
      perSecond(({ ours }) => ours),
      perSecond(({ bare }) => bare),
      ...[middle(shares), Math.min(...shares), Math.max(...shares), middle(shareOf(({ all }) => all))].map((share) =>
        share.toFixed(2),
      ),
    ])
  }
}

/** Seconds of one batch, of the bare INSERT of the records it made, and of that of all rows it made. */
async function measure(key, name, events) {
  const startedAt = performance.now()
  const { counts } = await send(key, `/ingest/${name}`, { events })
  const ours = (performance.now() - startedAt) / 1_000
  if (counts.created !== events.length) throw new Error(`${name}: ${JSON.stringify(counts)}`)
  const bareOf = async (table, column, values) => {
    const list = values.map((value) => client.escapeLiteral(value)).join(',')
    return (await writeFloorOf(client, table, `where ${column} in (${list})`)).seconds
  }
  const ids = events.map(({ id }) => id)
  const bare = await bareOf(name, 'id', ids)
  let all = bare
  for (const [table, column] of Object.entries(besides[name])) all += await bareOf(table, column, ids)
  all += await bareOf(
    'ingest_events',
    'event_id',
    events.map(({ eventId }) => eventId),
  )
  return { ours, bare, all }
}

async function measureDecisions(key, passes) {
  const [times, answers] = [[], {}]
  for (let count = -50; count < decisions; count += 1) {
    const { userId, merchantId } = passes[(count + 50) % passes.length]
    const startedAt = performance.now()
    const { decision } = await send(key, '/v1/redemptions', { userId, merchantId }, randomUUID())
    if (count < 0) continue
    times.push(performance.now() - startedAt)
    answers[decision] = (answers[decision] ?? 0) + 1
  }
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1)
  console.log(
    `${decisions} drinks decided, ${JSON.stringify(answers)}: ms p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`,
  )
}

async function makeKey() {
  const scopes = ['ingest:users', 'ingest:subscriptions', 'ingest:redemptions', 'redemptions:decide']
  const sent = { name: 'Bench', scopes, merchantIds: null, requestsPerMinute: 6_000 }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-quaff-client': 'console' }
  const answer = await fetch(`${server.origin}/api/keys`, { method: 'POST', headers, body: JSON.stringify(sent) })
  if (!answer.ok) throw new Error(`No key could be made: ${await answer.text()}`)
  return answer.json()
}

async function send({ secret, signingSecret }, path, sent, requestKey) {
  const body = JSON.stringify(sent)
  const seconds = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', signingSecret).update(`${seconds}.${body}`).digest('hex')
  const headers = {
    authorization: `Bearer ${secret}`,
    'content-type': 'application/json',
    'quaff-signature': `t=${seconds},v1=${signature}`,
    ...(requestKey === undefined ? {} : { 'idempotency-key': requestKey }),
  }
  const answer = await fetch(`${server.origin}${path}`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

async function readPasses() {
  const { rows } = await client.query(
    `select s.id, s.merchant_id as "merchantId", s.plan_id as "planId", s.user_id as "userId", s.amount_minor as "amountMinor"
     from subscriptions s where s.status = 'active'
       and s.merchant_id in (select id from merchants where is_live order by id limit $1)
     order by md5(s.id) limit $2`,
    [Number(flags.merchants), Number(flags.batches) * batchSize],
  )
  return rows
}

function makePerson() {
  const id = `app_${randomUUID()}`
  const at = new Date(Date.now() - 1_000).toISOString()
  return { eventId: randomUUID(), occurredAt: at, id, email: `${id}@people.test`, displayName: 'Somebody New' }
}

function makePass({ merchantId, planId, userId, amountMinor }) {
  const at = new Date(Date.now() - 1_000)
  const currentPeriodEnd = new Date(at.getTime() + 30 * 86_400_000).toISOString()
  const [now, terms] = [at.toISOString(), { amountMinor, currency: 'usd', status: 'active' }]
  const times = { occurredAt: now, createdAt: now, currentPeriodStart: now, currentPeriodEnd }
  return { eventId: randomUUID(), id: `app_${randomUUID()}`, merchantId, planId, userId, ...terms, ...times }
}

function makeDrink({ id: subscriptionId, merchantId, planId, userId }, daysAgo = 0) {
  const redeemedAt = new Date(Date.now() - daysAgo * 86_400_000 - Math.floor(Math.random() * 60_000)).toISOString()
  return { eventId: randomUUID(), id: `app_${randomUUID()}`, merchantId, planId, userId, subscriptionId, redeemedAt }
}

/** Passes are used day by day. */
async function drinkYesterday(key, passes) {
  for (let used = 0; used < passes.length; used += batchSize)
    await send(key, '/ingest/redemptions', { events: nextBatch(passes).map((pass) => makeDrink(pass, 1)) })
}

/** One after the other, so that nobody drinks twice in a minute. */
function nextBatch(passes) {
  const batch = passes.splice(0, batchSize)
  passes.push(...batch)
  return batch
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

function print(what, figures) {
  console.log(`${what.padEnd(16)} ${figures.map(cell).join('')}`)
}

function cell(value) {
  return String(value).padStart(10)
}
