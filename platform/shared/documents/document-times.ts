import { tagOf, type DocumentValue } from './document-values'

/** Bare numbers mean a time only within these years: all else is a number of something else, or in another unit. */
const [earliest, latest] = [Date.UTC(2000, 0), Date.UTC(2100, 0)]
const [secondsBelow, millisecondsBelow] = [1e11, 1e14]

const shape = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/

/**
 * A value of a field that is known to hold a time: marked as a time, RFC 3339 text with its zone, or a number of seconds,
 * milliseconds or microseconds since 1970. Undefined for anything else: a time is read or reported, never guessed.
 * Digits below the millisecond are cut off.
 */
export function readTime(value: DocumentValue | undefined): Date | undefined {
  const tagged = tagOf(value)
  if (tagged) return tagged.tag === '$time' && typeof tagged.content === 'string' ? readText(tagged.content) : undefined
  if (typeof value === 'number') return readNumber(value)
  if (typeof value !== 'string') return undefined
  return /^\d{9,17}$/.test(value) ? readNumber(Number(value)) : readText(value)
}

function readText(text: string): Date | undefined {
  const [, day, clock, fraction = '', zone] = shape.exec(text) ?? []
  if (!day || !clock || !zone) return undefined
  // A day that the calendar lacks would run over into the next month.
  const asUtc = new Date(`${day}T${clock}Z`)
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 19) !== `${day}T${clock}`) return undefined
  const at = new Date(`${day}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

function readNumber(value: number): Date | undefined {
  if (value < secondsBelow) return within(value * 1_000)
  return within(value < millisecondsBelow ? value : value / 1_000)
}

function within(milliseconds: number): Date | undefined {
  return milliseconds >= earliest && milliseconds < latest ? new Date(Math.floor(milliseconds)) : undefined
}

/** A time of the source as all readers write it: at most nine digits, those that are zero left out in threes. */
export function timeValue(seconds: number, nanoseconds: number): DocumentValue {
  const whole = new Date(seconds * 1_000)
  if (Number.isNaN(whole.getTime())) return { $map: { seconds, nanoseconds } }
  const digits = String(nanoseconds)
    .padStart(9, '0')
    .replace(/(?:000){1,2}$/, '')
  return { $time: whole.toISOString().replace(/\.000Z$/, `.${digits}Z`) }
}

/** RFC 3339 of a source as all readers write it; a text that is none stays as it is, and is told where a time is needed. */
export function timeText(text: string): DocumentValue {
  const [, day, clock, fraction = '', zone] = shape.exec(text) ?? []
  const at = readText(`${day}T${clock}${zone}`)
  return at ? timeValue(at.getTime() / 1_000, Number(fraction.padEnd(9, '0'))) : { $time: text }
}

/** The same of a text that `timeValue` has made; null of any other. */
export function timeParts(text: string): { seconds: number; nanoseconds: number } | null {
  const [, day, clock, fraction = '', zone] = shape.exec(text) ?? []
  const at = readText(`${day}T${clock}${zone}`)
  return at ? { seconds: at.getTime() / 1_000, nanoseconds: Number(fraction.padEnd(9, '0')) } : null
}

/** A time of ours as the source writes it. */
export const timeOf = (at: Date): DocumentValue => ({ $time: at.toISOString() })
