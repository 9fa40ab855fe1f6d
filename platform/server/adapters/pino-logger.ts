import cluster from 'node:cluster'
import { pino, type DestinationStream } from 'pino'
import type { LogDetails, Logger } from '../ports'

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

const maxTextLength = 1_000
/** A second net under the callers' care: what looks like an address or a token is not written. */
const personal = /[^\s@]+@[^\s@]+\.[^\s@]+/g
const tokenLike = /[A-Za-z0-9_-]{40,}/g

/** Writes one JSON object per line. Fields are flat: numbers, booleans and short strings; others are dropped. */
export function pinoLogger(
  level: LogLevel,
  destination?: DestinationStream,
  /** Id of the current trace. */
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
  const writer = (of: LogLevel) => (event: string, details?: LogDetails) => {
    if (log.isLevelEnabled(of)) log[of](lineOf(event, details))
  }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

function lineOf(event: string, details: LogDetails = {}) {
  const line: LogDetails = { event }
  for (const [name, value] of Object.entries(details)) {
    if (typeof value === 'string') line[name] = cleanText(value)
    else if (typeof value === 'number' || typeof value === 'boolean' || value === null) line[name] = value
  }
  return line
}

function cleanText(text: string) {
  const short = text.slice(0, maxTextLength)
  // Without an @ the pattern would backtrack from each letter.
  const impersonal = short.includes('@') ? short.replace(personal, '[address]') : short
  return impersonal.replace(tokenLike, '[token]')
}
