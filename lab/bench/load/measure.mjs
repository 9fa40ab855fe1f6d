import autocannon from 'autocannon'
import { floors } from '../floors/floors.mjs'
import { token } from './database.mjs'
import { processorMs } from './processor-time.mjs'

const floorNames = Object.keys(floors)
const connections = 10

export function consoleRequests({ path, inputs }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-quaff-client': 'console' }
  return inputs.map((input) => ({
    method: 'POST',
    path: `/rpc/${path}`,
    headers,
    body: JSON.stringify({ json: input, meta: datesOf(input) }),
  }))
}

/** The wire says beside the JSON which of its texts are instants. */
function datesOf(input) {
  return Object.keys(input).flatMap((key) => (input[key] instanceof Date ? [[1, key]] : []))
}

/** Requests of the bare floor, or of the safe one, which reads the session first. */
export function floorRequests(name, { inputs }, { isSafe = false } = {}) {
  const { values } = floors[name]
  const path = `${isSafe ? '/safe' : ''}/${floorNames.indexOf(name)}`
  const headers = isSafe ? { authorization: `Bearer ${token}` } : {}
  return inputs.map((input) => ({ path: `${path}?${encodeURIComponent(JSON.stringify(values(input)))}`, headers }))
}

/**
 * One round of ten clients: requests per second, latencies, and per request the CPU milliseconds of Node and
 * PostgreSQL, statements and plans. Values that cannot be measured are undefined. Ends with the last of `amount`
 * responses, because an aborted request would cost time without being counted.
 */
export async function measure({ origin, pid }, requests, amount, { postgresMs, readCounts }) {
  const read = async () => ({ node: processorMs(pid), postgres: postgresMs(), ...(await readCounts()) })
  const before = await read()
  const { result, seconds } = await fire(origin, requests, amount)
  const after = await read()
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${requests[0].path}: ${result.non2xx} refused, ${result.errors} failed`)
  const perRequest = (key) =>
    before[key] === undefined || after[key] === undefined ? undefined : (after[key] - before[key]) / amount
  return {
    perSecond: amount / seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
    node: perRequest('node'),
    postgres: perRequest('postgres'),
    statements: perRequest('statements'),
    plans: perRequest('plans'),
  }
}

/** The time ends with the last answer; the library looks only now and then whether all are there. */
function fire(url, requests, amount) {
  const options = { url, connections, amount, timeout: 60, sampleInt: 50, setupClient: beginApart(requests) }
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let endedAt = startedAt
    const running = autocannon(options, (error, result) =>
      error ? reject(error) : resolve({ result, seconds: (endedAt - startedAt) / 1000 }),
    )
    running.on('response', () => (endedAt = performance.now()))
  })
}

/** Warms up, and resolves with how many requests take about so many seconds. */
export async function findAmount(server, requests, { warmUp, seconds }, database) {
  const amountFor = (perSecond, length) => Math.max(connections, Math.round(perSecond * length))
  const first = await measure(server, requests, connections, database)
  const warm = await measure(server, requests, amountFor(first.perSecond, warmUp), database)
  return amountFor(warm.perSecond, seconds)
}

/**
 * Each client starts at another place of the list, so that they do not all request the largest merchant at the same
 * time.
 */
function beginApart(requests) {
  let clients = 0
  return (client) => {
    const from = Math.floor((requests.length * clients) / connections) % requests.length
    clients += 1
    client.setRequests([...requests.slice(from), ...requests.slice(0, from)])
  }
}
