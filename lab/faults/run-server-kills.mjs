import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { findFreePort } from '../../scripts/testing/services/find-free-port.mjs'
import { deliver } from '../cluster/load/clients.mjs'
import { accountOf, end, finish, headersOf, makeDatabase, makeKey, signIn, start } from './server.mjs'

const writers = 50
/** Per round, before the kill. */
const leastAcked = 200
const pageRows = 100
const domain = 'kills.test'

/**
 * Kills a server `kills` times (SIGKILL) while fifty systems write, and stops it (SIGTERM) a fifth as often. Acknowledged
 * events must exist, others are sent again and must apply once; counters must equal their rows, and the audit log must be
 * complete. Uses the embedded database without `url`.
 */
export async function runServerKills(kills, url) {
  const stops = Math.ceil(kills / 5)
  await buildIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'quaff-server-kills-'))
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const place = {
    PORT: String(port),
    BASE_URL: origin,
    DATA_DIR: join(folder, 'data'),
    ...(url && { DATABASE_URL: await makeDatabase(url, 'server_kills') }),
  }
  let server
  try {
    server = await start(place, origin)
    const session = await signIn(origin, await accountOf(server))
    const key = await makeKey(origin, session)
    const written = { acked: [], open: [] }
    const faults = []
    for (let round = 0; round < kills + stops; round++) {
      const signal = round < kills ? 'SIGKILL' : 'SIGTERM'
      const acked = await writeUntil(signal, server, origin, key, written)
      if (signal === 'SIGTERM') faults.push(...written.open.map(() => 'cut off'))
      server = await start(place, origin)
      // Sends the same key and events again.
      const outcomes = await deliverAll(origin, key, acked)
      faults.push(...acked.filter(({ eventId }) => outcomes.get(eventId) !== 'duplicate').map(() => 'lost'))
      const late = await deliverAll(origin, key, written.open)
      faults.push(...written.open.filter(({ eventId }) => !late.has(eventId)).map(() => 'refused'))
      written.acked.push(...acked, ...written.open.splice(0))
    }
    const ids = await listPeople(origin, session)
    const there = new Set(ids)
    faults.push(...written.acked.filter(({ id }) => !there.has(id)).map(() => 'missing'))
    faults.push(...Array.from({ length: ids.length - there.size }, () => 'doubled'))
    await end(server)
    await finish(place, ['aggregates', '--check'])
    await finish(place, ['verify-audit'])
    const told = [...new Set(faults)].map((one) => `${one} ${faults.filter((each) => each === one).length}`)
    console.log(
      `${kills} kills, ${stops} stops, ${written.acked.length} people written, ${ids.length} listed: ${told.join(', ') || 'none lost, doubled or cut off'}`,
    )
    return { passed: faults.length === 0 ? kills + stops : 0, failed: faults.length }
  } finally {
    server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the events that were answered; those without an answer are left in `written.open`. */
async function writeUntil(signal, child, origin, key, written) {
  const acked = []
  let isOver = false
  async function write() {
    while (!isOver) {
      const id = `kil_${randomUUID()}`
      const event = { eventId: randomUUID(), occurredAt: new Date().toISOString(), id, email: `${id}@${domain}` }
      try {
        await deliver(origin, key, 'users', [event], AbortSignal.timeout(20_000))
        acked.push(event)
      } catch {
        written.open.push(event)
        if (!isOver) await wait(20)
      }
    }
  }
  const all = Array.from({ length: writers }, write)
  while (acked.length < leastAcked) await wait(5)
  await wait(randomInt(200))
  isOver = true
  child.kill(signal)
  await Promise.all([once(child, 'exit'), ...all])
  return acked
}

/** The result of each event, by id. */
async function deliverAll(origin, key, events) {
  const outcomes = new Map()
  for (let first = 0; first < events.length; first += pageRows) {
    const part = events.slice(first, first + pageRows)
    const { results } = await deliver(origin, key, 'users', part, AbortSignal.timeout(20_000))
    for (const [index, { outcome }] of results.entries())
      if (outcome === 'created' || outcome === 'duplicate') outcomes.set(part[index].eventId, outcome)
  }
  return outcomes
}

/** Returns the ids of all users created by an event. */
async function listPeople(origin, cookie) {
  const ids = []
  let cursor = null
  do {
    const input = { tab: 'customers', q: domain, limit: pageRows, ...(cursor && { cursor }) }
    const body = JSON.stringify({ json: input, meta: [] })
    const answer = await fetch(`${origin}/rpc/users/list`, { method: 'POST', headers: headersOf(origin, cookie), body })
    if (!answer.ok) throw new Error(`Couldn’t list people: ${await answer.text()}`)
    const { json } = await answer.json()
    ids.push(...json.rows.map(({ id }) => id))
    cursor = json.nextCursor
  } while (cursor)
  return ids
}
