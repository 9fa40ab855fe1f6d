import { growthOf, megabytes } from './measures.mjs'

/** An hour. */
const mostMegabytes = 1
const judgedNames = ['heapUsed', 'external']
/** Reported to locate the growth. */
const partNames = ['allocator', 'engine', 'code', 'files', 'pages']
const mostLateHours = 0.5
const mostTold = 600
/** One in this many responses may report an unavailable database. */
const mostBusy = 50
/** The mail server rejects some emails on purpose, and a busy machine delays database responses. */
const isMeant = ({ event, kind, reason }) =>
  (event === 'job_failed' && kind === 'send_mail') || (event === 'download_cut' && reason === 'DATABASE')

/** Counts log lines by event. */
export function readLog(server) {
  const counts = new Map()
  let rest = ''
  const read = (bytes) => {
    const lines = (rest + bytes).split('\n')
    rest = lines.pop()
    for (const line of lines.filter((one) => one.startsWith('{'))) {
      const { level, event, kind, reason, error, code, place } = JSON.parse(line)
      const told = { level, event, kind, reason, error, code, place }
      const key = JSON.stringify(told)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  server.stdout.on('data', read)
  // Output outside the log.
  server.stderr.on('data', (bytes) => {
    const key = JSON.stringify({ event: String(bytes).slice(0, mostTold) })
    counts.set(key, (counts.get(key) ?? 0) + 1)
  })
  return () => [...counts].map(([key, count]) => ({ ...JSON.parse(key), count }))
}

export function describeMeasures(measure, tables) {
  if (!measure) return 'nothing was measured yet'
  const { hours, rss, heapUsed, external, cpuMs, resources } = measure
  const held = Object.values(resources).reduce((sum, count) => sum + count, 0)
  const parts = [
    `hour ${hours.toFixed(1)}: memory ${megabytes(rss)} MB, heap ${megabytes(heapUsed)}, external ${megabytes(external)}`,
    `${held} handles (${resources.Timeout ?? 0} timers), ${Math.round(cpuMs / 1_000)} s of processor time`,
  ]
  if (tables)
    parts.push(
      Object.entries(tables)
        .map(([name, count]) => `${name} ${Math.round(count * 100) / 100}`)
        .join(', '),
    )
  return parts.join('; ')
}

/** A documented temporary error that the next attempt resolves. */
const isBusy = (outcome) => /503|DATABASE|terminated|other side closed/.test(outcome)

/** `late`: another writer was first. */
function kindOf(answer) {
  const outcome = answer.slice(answer.indexOf(' ') + 1)
  if (outcome === '200') return 'done'
  if (outcome.startsWith('409')) return 'late'
  return isBusy(outcome) ? 'busy' : 'fault'
}

/** Prints what was seen; returns what is wrong with it. */
export function judge({ measures, clock, hours, answers, listeners, outside, simulator, log, tables }) {
  const faults = [...judgeMemory(measures, clock)]
  const expect = (isTrue, text) => isTrue || faults.push(text)
  const last = measures.at(-1)?.hours ?? 0
  expect(last > hours - 0.5, `the last measure is of hour ${last.toFixed(1)}`)
  const total = [...answers.values()].reduce((sum, times) => sum + times, 0)
  const outcomes = [...answers].map(([answer, times]) => ({ answer, times, kind: kindOf(answer) }))
  const count = (kind) => outcomes.reduce((sum, one) => sum + (one.kind === kind ? one.times : 0), 0)
  console.log(
    `consoles: ${count('done')} of ${total} answered, ${count('busy')} told to come again, ${count('late')} too late`,
  )
  for (const { answer, times, kind } of outcomes)
    if (kind === 'fault') expect(false, `${answer} × ${times}`)
    else if (kind !== 'done') console.log(`  ${answer} × ${times}`)
  expect(count('busy') * mostBusy <= total, 'the database was away too often: is the machine busy with something else?')
  const { visits, messages, resyncs, refused } = listeners.seen
  console.log(`${listeners.count} listeners: ${visits} visits, ${messages} messages, ${resyncs} resyncs`)
  for (const [status, times] of refused)
    if (isBusy(status)) console.log(`  ${status} × ${times}`)
    else expect(false, `listeners were answered with ${status} × ${times}`)
  const tally = simulator.trim().split('\n').at(-1)
  console.log(`app and payments: ${tally}`)
  const failures = tally.match(/failed: ([^·]*)/)?.[1].split(',') ?? []
  expect(tally.includes(' requests') && failures.every((one) => isBusy(one)), 'the app and the payments were refused')
  console.log(`webhooks: ${outside.received} received, ${outside.failed} of them refused; ${outside.mails} emails`)
  expect(outside.received > 0 && outside.mails > 0, 'no webhook or no email arrived')
  for (const { count: times, ...line } of log) {
    console.log(`log: ${JSON.stringify(line)} × ${times}`)
    expect(isMeant(line), `the log tells of ${line.event} × ${times}`)
  }
  const late = Math.max(0, ...tables.map(({ lateHours }) => lateHours))
  expect(late <= mostLateHours, `a job was ${late.toFixed(1)} hours late`)
  expect(
    tables.every(({ dead }) => dead === 0),
    'jobs failed permanently',
  )
  return faults
}

function* judgeMemory(measures, { factor }) {
  for (const [isMainThread, thread] of [
    [true, 'server'],
    [false, 'engine of the database'],
  ]) {
    const own = measures.filter((one) => one.isMainThread === isMainThread)
    if (own.length < 3) continue
    // A process's memory includes all its threads.
    const names = isMainThread ? [...judgedNames, 'rss', ...partNames.filter((name) => name in own[0])] : judgedNames
    for (const name of names) {
      const { slope, error } = growthOf(own, name)
      const [from, to] = [own[Math.ceil(own.length / 4)], own.at(-1)].map((one) => megabytes(one[name]))
      console.log(
        `${thread}, ${name}: ${from} → ${to} MB, ${slope.toFixed(2)} ± ${error.toFixed(2)} MB an hour, ${(slope * factor).toFixed(1)} in a real one`,
      )
      if (!partNames.includes(name) && !(slope <= mostMegabytes))
        yield `${thread}: ${name} grows by ${slope.toFixed(2)} MB an hour`
    }
  }
}
