import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { findFreePort } from '../../scripts/testing/services/find-free-port.mjs'
import { deliver, headersOf, makeKey } from '../cluster/load/clients.mjs'
import { end, makeDatabase, query, serveSettings, start } from './server.mjs'

/** Maximum number of streams per user. */
const streamsEach = 20
const atOnce = 50
/** Same as the console with an overloaded server. */
const tries = 20
const events = 20
const mostMegabytes = 1_024
const patienceMs = 60_000
/** Each stream is reviewed once a minute. */
const quietMs = 70_000
/** In addition to one connection per listener. */
const spareFiles = 300

/**
 * `count` consoles listen to one server, until each has been reviewed; then twenty changes, each of which has to reach all of
 * them. Neither may the server take more than a gigabyte, nor may a listener be let go.
 */
export async function runListeners(count, url) {
  if (process.platform !== 'linux') return { notRun: 'the memory of a process is read from /proc' }
  if (mostOpenFiles() < count + spareFiles)
    return { notRun: `a process may open ${mostOpenFiles()} files; ulimit -Hn ${count + spareFiles} lets this one` }
  await buildIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'quaff-listeners-'))
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const database = await makeDatabase(url, 'listeners')
  const place = {
    ...serveSettings,
    PORT: String(port),
    BASE_URL: origin,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database,
  }
  const listeners = []
  const server = await start(place, origin, { mode: 'serve' })
  try {
    const tokens = await signInMany(database, Math.ceil(count / streamsEach))
    // While their sign-in is recent enough for that.
    const key = await makeKey(origin, tokens.at(-1))
    const before = megabytesOf(server)
    const from = performance.now()
    for (let first = 0; first < count; first += atOnce) {
      const part = Array.from({ length: Math.min(atOnce, count - first) }, (_, index) =>
        listenPatiently(port, tokens[Math.floor((first + index) / streamsEach)]),
      )
      listeners.push(...(await Promise.all(part)))
    }
    const joinedMs = performance.now() - from
    const peak = watchMemory(server)
    await wait(quietMs)
    const times = []
    for (let event = 0; event < events; event += 1) {
      const id = `lis_${randomUUID()}`
      await deliver(origin, key, 'users', [
        { eventId: randomUUID(), occurredAt: new Date().toISOString(), id, email: `${id}@listeners.test` },
      ])
      const told = performance.now()
      const over = new AbortController()
      await Promise.race([
        Promise.all(listeners.map((one) => one.hear(id))),
        wait(patienceMs, undefined, { signal: over.signal }).catch(() => {}),
      ])
      over.abort()
      if (listeners.some(({ isOver }) => isOver())) break
      times.push(performance.now() - told)
    }
    const missed = listeners.reduce((sum, { heard }) => sum + times.length - heard(), 0)
    const gone = listeners.filter(({ isOver }) => isOver()).length
    const megabytes = peak.stop()
    const sorted = times.toSorted((a, b) => a - b)
    console.log(
      `${count} listeners joined in ${(joinedMs / 1_000).toFixed(1)} s; memory ${before} MB before, ${megabytes} MB at most; ${times.length} changes delivered after ${(sorted[Math.floor(times.length / 2)] / 1_000).toFixed(2)} s (median), ${(sorted.at(-1) / 1_000).toFixed(2)} s at most; ${missed} missed, ${gone} let go`,
    )
    const failed = missed + gone + (megabytes > mostMegabytes ? 1 : 0)
    return { passed: failed === 0 ? 1 : 0, failed }
  } finally {
    for (const { leave } of listeners) leave()
    await end(server)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Limit of this process and of the server that it starts; Node raises it to the hard limit. */
const mostOpenFiles = () =>
  Number(/Max open files\s+\S+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)

/** Administrators, who hear of everything. */
async function signInMany(database, count) {
  const tokens = Array.from({ length: count }, () => randomUUID())
  const hashes = tokens.map((token) =>
    createHmac('sha256', serveSettings.SESSION_SECRET).update(token).digest('base64url'),
  )
  await query(
    database,
    `insert into users (id, email, display_name, role, status, created_at, updated_at)
     select 'usr_lis' || n, 'usr_lis' || n || '@quaff.test', 'Listener', 'quaff_admin', 'active', now(), now() from generate_series(1, ${count}) n`,
  )
  await query(
    database,
    `insert into admin_records (user_id, role, updated_at) select id, 'quaff_admin', now() from users where id like 'usr_lis%'`,
  )
  await query(
    database,
    `insert into sessions (id, token_hash, user_id, created_at, expires_at, last_seen_at, authenticated_at)
     select 'ses_lis' || n, hash, 'usr_lis' || n, now(), now() + interval '1 day', now(), now() from unnest($1::text[]) with ordinality as all_hashes(hash, n)`,
    [hashes],
  )
  return tokens
}

async function listenPatiently(port, token, left = tries) {
  try {
    return await listen(port, token)
  } catch (error) {
    if (left === 0) throw error
    await wait(1_000 * Math.random())
    return listenPatiently(port, token, left - 1)
  }
}

/** Opens a connection and resolves after the greeting; later bytes are scanned and dropped. */
async function listen(port, token) {
  const socket = connect({ port, host: '127.0.0.1' })
  let [tail, isOver, count, waited] = ['', false, 0, null]
  socket.on('close', () => (isOver = true)).on('error', () => {})
  const greeted = new Promise((resolve, reject) => {
    socket.on('data', (bytes) => {
      tail = (tail + bytes.toString('latin1')).slice(-4_000)
      if (tail.includes('hello')) resolve()
      if (waited && tail.includes(waited.id)) {
        count += 1
        waited.resolve()
        waited = null
      }
    })
    socket.on('close', () => reject(new Error(`A listener was refused: ${tail.slice(0, 200)}`)))
  })
  const headers = Object.entries({ host: `127.0.0.1:${port}`, ...headersOf(token), 'content-length': '11' })
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  await once(socket, 'connect')
  socket.write(`POST /rpc/sessions/live HTTP/1.1\r\n${head}\r\n{"json":{}}`)
  await greeted
  return {
    heard: () => count,
    isOver: () => isOver,
    async hear(id) {
      if (!tail.includes(id)) return new Promise((resolve) => (waited = { id, resolve }))
      count += 1
    },
    leave: () => socket.destroy(),
  }
}

const megabytesOf = ({ pid }) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024)

function watchMemory(server) {
  let most = megabytesOf(server)
  const timer = setInterval(() => (most = Math.max(most, megabytesOf(server))), 500)
  return { stop: () => (clearInterval(timer), most) }
}
