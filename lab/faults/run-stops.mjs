import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { findFreePort } from '../../scripts/testing/services/find-free-port.mjs'
import { headersOf, makeKey, signIn } from '../cluster/load/clients.mjs'
import { isReady, makeDatabase, serveSettings, start } from './server.mjs'

const clients = 30
const warmMs = 500
const askMs = 500
/** Time limit of a stop; the server then cuts the rest. */
const stopMs = 30_000

/**
 * Stops a server (SIGTERM) `stops` times while thirty clients send reads and writes on their own connections, until a
 * load balancer that polls `/readyz` twice a second notices. Each request must be answered, and the server must exit
 * with 0.
 */
export async function runStops(stops, url) {
  await buildIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'quaff-stops-'))
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const database = await makeDatabase(url, 'stops')
  const place = {
    ...serveSettings,
    PORT: String(port),
    BASE_URL: origin,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database,
  }
  const total = { answered: 0, unavailable: 0, refused: 0, cut: 0, dirty: 0, longestMs: 0 }
  let server
  try {
    server = await start(place, origin, { mode: 'serve' })
    const tokens = await signIn(database)
    const key = await makeKey(origin, tokens[0])
    for (let round = 0; round < stops; round += 1) {
      if (round > 0) server = await start(place, origin, { mode: 'serve' })
      const over = new AbortController()
      const knowing = watch(origin, over)
      const working = Array.from({ length: clients }, (_, index) =>
        sendOn(port, index % 3 === 0 ? changeBy(key) : lookBy(tokens[index % tokens.length]), total, over.signal),
      )
      await wait(warmMs)
      const from = performance.now()
      server.kill('SIGTERM')
      const [code] = await once(server, 'exit', { signal: AbortSignal.timeout(stopMs) })
      total.longestMs = Math.max(total.longestMs, performance.now() - from)
      if (code !== 0) total.dirty += 1
      await Promise.all([knowing, ...working])
    }
    const { answered, unavailable, refused, cut, dirty, longestMs } = total
    console.log(
      `${stops} stops: ${answered} requests answered (${unavailable} not 200), ${refused} refused, ${cut} cut; longest ${Math.round(longestMs)} ms, ${dirty} without code 0`,
    )
    const failed = cut + refused + unavailable + dirty
    return { passed: failed === 0 ? stops : 0, failed }
  } finally {
    server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Polls like a load balancer. */
async function watch(origin, over) {
  while (await isReady(origin)) await wait(askMs)
  over.abort()
}

/** Sends requests in sequence on one keep-alive connection. */
async function sendOn(port, make, total, over) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  while (!over.aborted) {
    const outcome = await send(port, agent, make())
    total[outcome] += 1
    if (outcome === 'unavailable') total.answered += 1
    if (outcome === 'refused') await wait(20)
  }
  agent.destroy()
}

const lookBy = (token) => () => ({
  path: '/rpc/users/list',
  headers: headersOf(token),
  body: JSON.stringify({ json: { limit: 25 }, meta: [] }),
})

/** A new person each time. */
const changeBy = (key) => () => {
  const id = `stp_${randomUUID()}`
  const event = { eventId: randomUUID(), occurredAt: new Date().toISOString(), id, email: `${id}@stops.test` }
  const body = JSON.stringify({ events: [event] })
  const seconds = Math.floor(Date.now() / 1_000)
  const hex = createHmac('sha256', key.signingSecret).update(`${seconds}.${body}`).digest('hex')
  const signed = { authorization: `Bearer ${key.secret}`, 'quaff-signature': `t=${seconds},v1=${hex}` }
  return { path: '/ingest/users', headers: { ...signed, 'content-type': 'application/json' }, body }
}

function send(port, agent, { path, headers, body }) {
  const outcomeOf = (status) => (status === 200 ? 'answered' : 'unavailable')
  return new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', path, method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(outcomeOf(answer.statusCode))).on('error', () => resolve('cut'))
    })
    sent.on('error', ({ code }) => resolve(code === 'ECONNREFUSED' ? 'refused' : 'cut'))
    sent.end(body)
  })
}
