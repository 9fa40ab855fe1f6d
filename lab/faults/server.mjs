import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import sharp from 'sharp'
import { rootFolder } from '../../scripts/setup/root-folder.mjs'
import { heapFlags, memoryVariables } from '../../scripts/setup/small-heap.mjs'
import { secret } from '../cluster/parts/consoles.mjs'

/** On a busy machine. */
const readyMs = 180_000
const pollMs = 50

/** Required settings of `serve`; the mail server's address does not answer. */
export const serveSettings = {
  SESSION_SECRET: secret,
  FIELD_KEYS: `faults:${Buffer.alloc(32, 1).toString('base64url')}`,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'faults@quaff.test',
}

/** A server of the build in `program`, with the environment `place`, once it is ready. */
export async function start(place, origin, { mode = 'start', program } = {}) {
  const child = begin(place, [mode], program)
  await waitUntilReady(child, origin)
  return child
}

export async function waitUntilReady(child, origin, patienceMs = readyMs) {
  const deadline = Date.now() + patienceMs
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The server didn’t start:\n${child.said()}`)
    await wait(pollMs)
  }
}

export const isReady = (origin) =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

export async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** A command to its end; returns what it said. */
export async function finish(place, args, program) {
  const child = begin(place, args, program)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${child.said()}`)
  return child.said()
}

export function begin(place, args, program = join(rootFolder, 'dist')) {
  // Starts it like `npm start` and `npm run serve`.
  const child = spawn(process.execPath, [...heapFlags(args), join(program, 'server', 'main.js'), ...args], {
    cwd: rootFolder,
    env: { ...process.env, ...memoryVariables(args), LOG_LEVEL: 'error', ...place },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text))
  return Object.assign(child, { said: () => Buffer.concat(said).toString().slice(-4_000) })
}

export async function makeDatabase(url, prefix) {
  const name = `${prefix}_${process.pid}`
  await query(url, `create database ${name}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

export async function query(url, text, values = []) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

export const headersOf = (origin, cookie) => ({
  origin,
  cookie,
  'content-type': 'application/json',
  'x-quaff-client': 'console',
})

/** The administrator of the demo data, whose password the first start prints soon after it listens. */
export async function accountOf(server) {
  const deadline = Date.now() + readyMs
  for (;;) {
    const [, email, password] = /administrator\s+(\S+)\s+(\S+)\s/.exec(server.said()) ?? []
    if (password) return { email, password }
    if (Date.now() > deadline) throw new Error(`The server printed no accounts:\n${server.said()}`)
    await wait(pollMs)
  }
}

/** The cookie of a session. */
export async function signIn(origin, account) {
  const answer = await call(origin, '', 'signIn/withPassword', account)
  if (!answer.ok) throw new Error(`Couldn’t sign in: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

/** The answer of a procedure. `dates`: names of those inputs that are moments. */
export function call(origin, cookie, procedure, input, signal, dates = []) {
  return fetch(`${origin}/rpc/${procedure}`, {
    method: 'POST',
    headers: headersOf(origin, cookie),
    body: JSON.stringify({ json: input, meta: dates.map((name) => [1, name]) }),
    signal,
  })
}

export async function makeKey(origin, cookie) {
  const sent = { name: 'Kills', scopes: ['ingest:users'], merchantIds: null, requestsPerMinute: 6_000 }
  const answer = await fetch(`${origin}/api/keys`, {
    method: 'POST',
    headers: headersOf(origin, cookie),
    body: JSON.stringify(sent),
  })
  if (!answer.ok) throw new Error(`Couldn’t create a key: ${await answer.text()}`)
  return answer.json()
}

/** A logo for the merchant, as the console sends it. */
export async function uploadLogo(origin, session, merchantId) {
  const seen = await call(origin, session, 'branding/get', { merchantId })
  if (!seen.ok) return { status: seen.status, body: (await seen.json()).json.data }
  const { logo } = (await seen.json()).json
  const png = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = new FormData()
  for (const [name, value] of Object.entries({ merchantId, kind: 'logo', version: logo.version }))
    form.append(name, value)
  form.append('file', new Blob([png], { type: 'image/png' }), 'logo.png')
  const { 'content-type': _, ...headers } = headersOf(origin, session)
  const answer = await fetch(`${origin}/api/files/brand-image`, { method: 'POST', headers, body: form })
  return { status: answer.status, body: await answer.json() }
}
