import { createHmac, randomUUID } from 'node:crypto'
import { cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { buildIfStale } from '../../../scripts/setup/build-if-stale.mjs'
import { connect, startThrowAway, token } from '../load/database.mjs'
import { writeFloorOf, writeInPlace } from '../load/import-floor.mjs'
import { startConsole } from '../load/processes.mjs'
import { processorMs as readProcessorMs } from '../load/processor-time.mjs'

/**
 * Sends batches of 1,000 signed events to one server on PostgreSQL and compares them with multi-row INSERTs of the same
 * rows: "in place" into the same tables without foreign keys and triggers, "copy" into empty copies, "record" without
 * dependent rows. "processor" compares CPU time, "ms" is that time per batch. Then measures single redemption checks.
 * @example node lab/bench/bulk/ingest.mjs [--batches=15] [--merchants=600]
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
const warmUps = 2
/**
 * The rows of an event: its record, its id and dependent rows, without the shared counters. Each table has its key
 * column and the columns that must be unique.
 */
const eventIds = { table: 'ingest_events', by: 'event_id', renamed: ['event_id'] }
const leaves = {
  users: [{ table: 'users', by: 'id', renamed: ['id', 'email'] }, eventIds],
  subscriptions: [
    { table: 'subscriptions', by: 'id', renamed: ['id'] },
    eventIds,
    { table: 'subscription_charges', by: 'subscription_id', renamed: ['subscription_id'] },
    { table: 'subscription_events', by: 'subscription_id', renamed: ['id', 'subscription_id'] },
  ],
  redemptions: [{ table: 'redemptions', by: 'id', renamed: ['id'] }, eventIds],
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
  const machine = `${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  console.log(`${machine}, PostgreSQL ${database.version}, Node ${process.version}; load ${loadavg()[0].toFixed(1)}`)
} finally {
  await client.end()
  await database.close()
  await server.stop()
  postgres.stop()
}

async function measureAll(key, passes) {
  const head = ['rows/s', 'bare', 'in place', '', '', 'copy', 'record', 'processor', 'ms']
  console.log(`${'events'.padEnd(16)} ${head.map(cell).join('')}`)
  const kinds = { users: makePerson, subscriptions: makePass, redemptions: makeDrink }
  for (const [name, make] of Object.entries(kinds)) {
    const rounds = []
    for (let batch = -warmUps; batch < Number(flags.batches); batch += 1) {
      const events = nextBatch(passes).map((pass) => make(pass))
      const round = await measure(key, name, events)
      // The first ones warm both up.
      if (batch >= 0) rounds.push(round)
    }
    const sharesOf = (what) => rounds.map((round) => round[what].seconds / round.ours.seconds)
    const perSecond = (what) => Math.round(batchSize / middle(rounds.map((round) => round[what].seconds)))
    // Medians: what cleans tables in the background falls on one round or the other.
    const processorOf = (what) => middle(rounds.map((round) => round[what].processorMs))
    const inPlace = sharesOf('inPlace')
    const shares = [
      Math.min(...inPlace),
      middle(inPlace),
      Math.max(...inPlace),
      middle(sharesOf('copy')),
      middle(sharesOf('record')),
      processorOf('inPlace') / processorOf('ours'),
    ]
    print(name, [
      perSecond('ours'),
      perSecond('inPlace'),
      ...shares.map((share) => share.toFixed(2)),
      Math.round(processorOf('ours')),
    ])
  }
}

/** Seconds and processor time of one batch, and of bare INSERTs of the rows that it made. */
async function measure(key, name, events) {
  const deliver = signed(key, `/ingest/${name}`, { events })
  const processorMs = () => (database.postgresMs() ?? 0) + (readProcessorMs(server.pid) ?? 0)
  const [used, startedAt] = [processorMs(), performance.now()]
  const { counts } = await deliver()
  const ours = { seconds: (performance.now() - startedAt) / 1_000, processorMs: processorMs() - used }
  if (counts.created !== events.length) throw new Error(`${name}: ${JSON.stringify(counts)}`)
  const [inPlace, copies] = [[], []]
  for (const { table, by, renamed } of leaves[name]) {
    const values = events.map(({ id, eventId }) => client.escapeLiteral(table === 'ingest_events' ? eventId : id))
    const where = `where ${by} in (${values.join(',')})`
    inPlace.push(await writeInPlace(client, { table, where, renamed }, database.postgresMs))
    copies.push(await writeFloorOf(client, table, where, database.postgresMs))
  }
  return { ours, inPlace: summed(inPlace), copy: summed(copies), record: copies[0] }
}

function summed(parts) {
  const sumOf = (what) => parts.reduce((sum, part) => sum + part[what], 0)
  return { seconds: sumOf('seconds'), processorMs: sumOf('processorMs') }
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
  if (!answer.ok) throw new Error(`Couldn’t create an API key: ${await answer.text()}`)
  return answer.json()
}

function send(...delivery) {
  return signed(...delivery)()
}

/** Written and signed; what it answers is sent for: the clock runs from there, as it does for a bare statement. */
function signed({ secret, signingSecret }, path, sent, requestKey) {
  const body = JSON.stringify(sent)
  const seconds = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', signingSecret).update(`${seconds}.${body}`).digest('hex')
  const headers = {
    authorization: `Bearer ${secret}`,
    'content-type': 'application/json',
    'quaff-signature': `t=${seconds},v1=${signature}`,
    ...(requestKey === undefined ? {} : { 'idempotency-key': requestKey }),
  }
  return async () => {
    const answer = await fetch(`${server.origin}${path}`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
}

async function readPasses() {
  const { rows } = await client.query(
    `select s.id, s.merchant_id as "merchantId", s.plan_id as "planId", s.user_id as "userId", s.amount_minor as "amountMinor"
     from subscriptions s where s.status = 'active'
       and s.merchant_id in (select id from merchants where is_live order by id limit $1)
     order by md5(s.id) limit $2`,
    [Number(flags.merchants), (Number(flags.batches) + warmUps) * batchSize],
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

/** One after the other, so that no one redeems twice in a minute. */
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
