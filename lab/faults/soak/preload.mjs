import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import { fastClock, fastDate } from './fast-clock.mjs'
import { readMemoryParts } from './memory-parts.mjs'

const measureEveryMs = 10 * 60_000
/** Shorter pauses wait for machines, which are no faster than usual. */
const leastScaledMs = 10_000

const clock = fastClock(JSON.parse(process.env.SOAK_CLOCK), Date.now)
const { factor } = clock
globalThis.Date = fastDate(Date, clock)

// Periodic work follows the simulated hours: lease renewals, stream reviews.
const realInterval = setInterval
globalThis.setInterval = (run, ms, ...rest) => realInterval(run, ms >= leastScaledMs ? ms / factor : ms, ...rest)

const file = process.env.SOAK_MEASURES
// Threads of a server are begun by it; a command that only looks needs no measuring.
if (file && (!isMainThread || process.argv[2] === 'start')) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  realInterval(() => measure(collect), measureEveryMs / factor).unref()
}

/** Memory after a full collection; for a worker thread its own heap. */
function measure(collect) {
  collect()
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const held = process.getActiveResourcesInfo()
  const resources = Object.fromEntries(
    [...new Set(held)].map((kind) => [kind, held.filter((one) => one === kind).length]),
  )
  const line = {
    isMainThread,
    at: clock.now(),
    rss,
    heapUsed,
    external,
    arrayBuffers,
    cpuMs: (user + system) / 1_000,
    resources,
    // The whole process's, so one thread is enough.
    ...(isMainThread && readMemoryParts()),
  }
  appendFileSync(file, `${JSON.stringify(line)}\n`)
}
