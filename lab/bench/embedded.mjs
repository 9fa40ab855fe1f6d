import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../../scripts/setup/build-if-stale.mjs'
import { rootFolder } from '../../scripts/setup/root-folder.mjs'
import { heapFlags, memoryVariables } from '../../scripts/setup/small-heap.mjs'

/**
 * Measures the embedded server with demo data: memory at the first start, after a restart and after `--use` calls, the
 * time of both starts, the first page of every list after a restart, and rows per second of the largest export with the
 * time of a list beside it.
 * @example node lab/bench/embedded.mjs [--port=4620] [--use=300]
 */
const { values: flags } = parseArgs({ options: { port: { type: 'string' }, use: { type: 'string' } } })
const port = Number(flags.port ?? 4620)
const origin = `http://127.0.0.1:${port}`
const pages = [
  'merchants/list',
  'users/list',
  'subscriptions/list',
  'redemptions/list',
  'payouts/list',
  'affiliates/list',
  'signupForms/list',
  'signupForms/submissions',
  'signup/list',
  'waitlists/list',
  'settings/auditLog',
  'activity/recent',
  'dashboard/metrics',
]
const goals = {
  firstPeak: 500,
  restarted: 320,
  used: 320,
  secondStartMs: 1_500,
  pageMs: 100,
  rowsPerSecond: 5_000,
  beside: 2,
}
const exported = 'redemptions'

await buildIfStale()
const folder = mkdtempSync(join(tmpdir(), 'quaff-embedded-'))
try {
  const first = await start()
  print('first start', { ready: first.readyMs, peak: memoryOf(first.pid).peak, now: memoryOf(first.pid).now })
  await first.stop()
  const second = await start()
  print('second start', { ready: second.readyMs, peak: memoryOf(second.pid).peak, now: memoryOf(second.pid).now })
  const { call, download } = await signIn(second.accounts)
  for (const path of pages) print(`first page of ${path}`, { ms: await call(path) })
  for (let count = 0; count < Number(flags.use ?? 300); count += 1) await call(pages[count % pages.length])
  await wait(2_000)
  for (const format of ['csv', 'json', 'csv', 'json'])
    print(`${exported} as ${format}`, await exportAll(call, download, format))
  print('after use', { peak: memoryOf(second.pid).peak, now: memoryOf(second.pid).now })
  await second.stop()
  console.log(`Goals, MB and ms: ${JSON.stringify(goals)}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function start() {
  const startedAt = performance.now()
  const env = {
    ...process.env,
    ...memoryVariables(['start']),
    DATA_DIR: folder,
    PORT: String(port),
    BASE_URL: origin,
    LOG_LEVEL: 'error',
  }
  delete env.DATABASE_URL
  const child = spawn(process.execPath, [...heapFlags(['start']), 'dist/server/main.js', 'start'], {
    cwd: rootFolder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (text) => (printed += text))
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The server ended before it was ready.')
    await wait(20)
  }
  const readyMs = performance.now() - startedAt
  await wait(1_000)
  const accounts = [...printed.matchAll(/^(\w+) {2}(\S+@\S+) {2}(\S+)$/gm)].map(([, , email, password]) => ({
    email,
    password,
  }))
  const stop = () => new Promise((resolve) => (child.once('exit', resolve), child.kill('SIGTERM')))
  return { pid: child.pid, readyMs, accounts, stop }
}

function isReady() {
  return fetch(`${origin}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
}

async function exportAll(call, download, format) {
  const alone = await listUntil(call, AbortSignal.timeout(1_000))
  const over = new AbortController()
  const beside = listUntil(call, over.signal)
  const startedAt = performance.now()
  const rows = await download(format)
  const seconds = (performance.now() - startedAt) / 1_000
  over.abort()
  return { rows, perSecond: rows / seconds, besidePercent: (100 * (await beside)) / alone }
}

/** Middle of the milliseconds that a list takes. */
async function listUntil(call, signal) {
  const times = []
  while (!signal.aborted) {
    times.push(await call('merchants/list'))
    await wait(20)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
}

/**
 * Signs in as the first demo account. Returns a call that resolves with its milliseconds and a download that resolves
 * with its rows.
 */
async function signIn([account]) {
  const headers = { 'content-type': 'application/json', origin, 'x-quaff-client': 'console' }
  const post = (path, body, more = {}) =>
    fetch(`${origin}${path}`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  const entered = await post('/rpc/signIn/withPassword', { json: account })
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const read = async (path, body) => {
    const answer = await post(path, body, { cookie })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return text
  }
  const call = async (path) => {
    const startedAt = performance.now()
    await read(`/rpc/${path}`, { json: {} })
    return performance.now() - startedAt
  }
  // Header or brackets: no text of the demo redemptions contains a line break.
  const download = async (format) =>
    (await read(`/api/files/${exported}-export`, { format })).split('\n').length - (format === 'csv' ? 2 : 3)
  return { call, download }
}

/** MB of the process; undefined where there is no /proc. */
function memoryOf(pid) {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (key) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(text)?.[1]) / 1024
  return { peak: read('VmHWM'), now: read('VmRSS') }
}

function print(what, figures) {
  const cells = Object.entries(figures).map(([key, value]) => `${key} ${Math.round(value)}`.padEnd(12))
  console.log(`${what.padEnd(40)} ${cells.join(' ')}`)
}
