import { shiftDaysIn, startOfDayKeyIn } from '@quaff/platform/shared/calendar'

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const ID = /^[a-zA-Z0-9_-]{1,64}$/
const MAX_PAGE = 50

/** Readers for list state in the address: what is not valid reads as absent. */
export function readOneOf<T extends string>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value)
}

export function readText(value: unknown, maxLength: number): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return undefined
  const trimmed = text.trim()
  return trimmed === '' || trimmed.length > maxLength ? undefined : trimmed
}

export function readFlag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  return undefined
}

export function readId(value: unknown): string | undefined {
  return typeof value === 'string' && ID.test(value) ? value : undefined
}

export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DAY.test(value)) return undefined
  return noonOf(value).toISOString().startsWith(value) ? value : undefined
}

/** Number of loaded pages; one page is the default and not written. */
export function readPage(value: unknown): number | undefined {
  const page = typeof value === 'string' ? Number(value) : value
  return typeof page === 'number' && Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : undefined
}

/**
 * What an address may hold. Absent values keep their names: the router lays the answer over what the address says, so
 * that a name left out would let the invalid value through.
 */
export const validSearch = <T extends object>(search: T): T => search

export function withoutAbsent<T extends object>(search: T): T {
  for (const key of Object.keys(search)) {
    if (Reflect.get(search, key) === undefined) Reflect.deleteProperty(search, key)
  }
  return search
}

/** First instant of the first day and last instant of the last day, on the zone's calendar. */
export function dayRange(
  from: string | undefined,
  to: string | undefined,
  zone: string,
): { createdFrom?: Date; createdTo?: Date } {
  return withoutAbsent({
    createdFrom: from === undefined ? undefined : startOfDayKeyIn(zone, from),
    createdTo: to === undefined ? undefined : new Date(shiftDaysIn(zone, startOfDayKeyIn(zone, to), 1).getTime() - 1),
  })
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}
