import { readFileSync, readdirSync } from 'node:fs'

const ticksPerSecond = 100

/** Milliseconds of processor time that a process has used, all its threads; undefined where there is no /proc. */
export function processorMs(pid) {
  const one = readProcess(pid)
  return one && toMs(one.own)
}

/**
 * CPU time of PostgreSQL: the main process and all its children, including ended ones. Found through one of our
 * connections; undefined if the database is on another machine.
 */
export function postgresTime(backendPid) {
  const backend = readProcess(backendPid)
  if (!backend?.name.startsWith('postgres')) return () => undefined
  return () => {
    const first = readProcess(backend.parent)
    if (!first) return undefined
    const started = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(readProcess)
      .filter((one) => one?.parent === backend.parent)
    return toMs(first.own + first.ended + started.reduce((sum, one) => sum + one.own, 0))
  }
}

/** Times in ticks: `own` of the process, `ended` of what it has started and waited for. */
export function parseStat(text) {
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [own, ownSystem, ended, endedSystem] = fields.slice(11, 15).map(Number)
  return { name, parent: Number(fields[1]), own: own + ownSystem, ended: ended + endedSystem }
}

function readProcess(pid) {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return undefined
  }
}

const toMs = (ticks) => (ticks * 1000) / ticksPerSecond
