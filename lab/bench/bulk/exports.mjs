import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createInflateRaw } from 'node:zlib'
import { buildIfStale } from '../../../scripts/setup/build-if-stale.mjs'
import { connect, token } from '../load/database.mjs'
import { startConsole } from '../load/processes.mjs'

/**
 * Measures the exports of users, subscriptions and redemptions on a database filled by `npm run bench`: rows per second,
 * additional resident memory (Linux), and the time of a list during the export as a multiple of its time alone. The first
 * round warms up.
 * @example node lab/bench/bulk/exports.mjs --database=postgresql://… [--runs=3] [--only=users] [--format=xlsx]
 */
const { values: flags } = parseArgs({
  options: {
    database: { type: 'string' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    format: { type: 'string' },
    port: { type: 'string', default: '4602' },
  },
})
if (!flags.database) throw new Error('Name a filled database with --database=postgresql://…')
/** Longer exports are read up to this row. */
const mostRows = 300_000
const goals = { rowsPerSecond: 20_000, extraMiB: 64, beside: 2, xlsx: { rowsPerSecond: 10_000, extraMiB: 200 } }
const exports = ['users', 'subscriptions', 'redemptions'].filter((name) => !flags.only || name === flags.only)
/** Header or brackets. */
const headings = { csv: 1, xlsx: 1, json: 2 }
const formats = ['csv', 'xlsx', 'json'].filter((name) => !flags.format || name === flags.format)

await buildIfStale()
const server = await startConsole(flags.database, Number(flags.port))
const database = await connect(flags.database, { mayChange: false })
try {
  await database.signIn()
  await listFor(2_000)
  console.log(
    `${'export'.padEnd(28)} ${['rows', 'rows/s', 'before', 'extra MiB', 'file MiB', 'beside'].map(cell).join('')}`,
  )
  for (const name of exports) {
    for (const format of formats) await measureAll(name, format)
  }
  console.log(`Goals: ${JSON.stringify(goals)}`)
  console.log(`${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`)
} finally {
  await database.close()
  await server.stop()
}

async function measureAll(name, format) {
  await download(name, format)
  for (let run = 0; run < Number(flags.runs); run += 1) print(`${name}, ${format}`, await measure(name, format))
  print(`${name}, ${format}, slow line`, await measure(name, format, { slow: true }))
}

async function measure(name, format, { slow = false } = {}) {
  await wait(1_500)
  const alone = await listFor(1_000)
  const before = residentMiB()
  let peak = before
  const sampling = setInterval(() => (peak = Math.max(peak, residentMiB())), 100)
  const startedAt = performance.now()
  const ends = new AbortController()
  const beside = listUntil(ends.signal)
  const { bytes, rows } = await download(name, format, slow)
  const seconds = (performance.now() - startedAt) / 1_000
  clearInterval(sampling)
  ends.abort()
  return [rows, rows / seconds, before, peak - before, bytes / 2 ** 20, (await beside) / alone]
}

/** Middle of the milliseconds that a list takes. */
function listFor(ms) {
  return listUntil(AbortSignal.timeout(ms))
}

async function listUntil(signal) {
  const times = []
  while (!signal.aborted) {
    const startedAt = performance.now()
    await (await post('/rpc/merchants/list', { json: {} })).text()
    times.push(performance.now() - startedAt)
    await wait(20)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
}

async function download(name, format, slow = false) {
  const answer = await post(`/api/files/${name}-export`, { format })
  const counter = format === 'xlsx' ? sheetRows() : textRows()
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.length
    await counter.take(chunk)
    if (counter.rows() > mostRows) break
    if (slow) await wait(20)
  }
  return { bytes, rows: counter.rows() - headings[format] }
}

/** No generated text contains a line break. */
function textRows() {
  let lines = 0
  const take = (chunk) => {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1
    return Promise.resolve()
  }
  return { take, rows: () => lines }
}

/** The sheet is the first file of the archive; its text is counted while it arrives. */
function sheetRows() {
  const inflate = createInflateRaw()
  let rows = 0
  let isOpen = false
  let hasEnded = false
  inflate.on('end', () => (hasEnded = true))
  let rest = Buffer.alloc(0)
  inflate.on('data', (piece) => {
    const text = Buffer.concat([rest, piece])
    rest = text.subarray(-5)
    for (let at = text.indexOf('</row>'); at !== -1; at = text.indexOf('</row>', at + 1)) rows += 1
  })
  const take = async (chunk) => {
    const data = isOpen ? chunk : chunk.subarray(30 + chunk[26] + chunk[27] * 256)
    isOpen = true
    if (!hasEnded) await new Promise((resolve) => inflate.write(data, resolve))
  }
  return { take, rows: () => rows }
}

async function post(path, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-quaff-client': 'console' }
  const answer = await fetch(`${server.origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}: ${await answer.text()}`)
  return answer
}

function residentMiB() {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024
}

function print(what, figures) {
  console.log(`${what.padEnd(28)} ${figures.map((one) => cell(one >= 10 ? Math.round(one) : one.toFixed(1))).join('')}`)
}

function cell(value) {
  return String(value).padStart(10)
}
