import cluster from 'node:cluster'
import { pino, type DestinationStream } from 'pino'
import type { LogFacts, Logger } from '../ports'

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

const maxTextLength = 1_000
/** A second net under the callers' care: what looks like an address or a token is not written. */
const personal = /[^\s@]+@[^\s@]+\.[^\s@]+/g
const tokenLike = /[A-Za-z0-9_-]{40,}/g

/** One JSON object per line. Facts are flat: numbers, flags and short texts; anything else is left out. */
export function pinoLogger(
  level: LogLevel,
  destination?: DestinationStream,
  /** Of the moment of each line. */
  findTraceId: () => string | null = () => null,
): Logger {
  const log = pino(
    {
      level,
      base: cluster.worker ? { worker: cluster.worker.id } : null,
      mixin: () => {
        const traceId = findTraceId()
        return traceId === null ? {} : { traceId }
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
  return {
    debug: (event, facts) => log.debug({ event, ...clean(facts) }),
    info: (event, facts) => log.info({ event, ...clean(facts) }),
    warn: (event, facts) => log.warn({ event, ...clean(facts) }),
    error: (event, facts) => log.error({ event, ...clean(facts) }),
  }
}

function clean(facts: LogFacts = {}): LogFacts {
  const entries = Object.entries(facts).flatMap(([name, value]): [string, LogFacts[string]][] => {
    if (typeof value === 'string') return [[name, cleanText(value)]]
    return typeof value === 'number' || typeof value === 'boolean' || value === null ? [[name, value]] : []
  })
  return Object.fromEntries(entries)
}

function cleanText(text: string): string {
  return text.slice(0, maxTextLength).replace(personal, '[address]').replace(tokenLike, '[token]')
}
