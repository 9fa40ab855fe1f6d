import { shiftDaysIn, startOfDayKeyIn } from '../../shared/calendar'
import { day, type Fields, type FilterOf, type ValuesOf } from '../../shared/fields/fields'

const { read: readDay } = day()

/** Changes the URL's search; `replace` adds no history entry. */
export type ChangeSearch<Search> = (next: Partial<Search>, options?: { replace?: boolean }) => void

/** An address: its fields, and how it is read. */
export interface SearchValues<F extends Fields> {
  fields: F
  /**
   * Keeps what is valid. Absent values keep their names: the router lays the answer over what the address says, so that
   * a name left out would let the invalid value through.
   */
  read: (raw: Record<string, unknown>) => ValuesOf<F>
  /** The same for those that are named alone; what is not valid is undefined. */
  pick: (raw: Record<string, unknown>) => Partial<ValuesOf<F>>
}

export function searchOf<const F extends Fields>(fields: F): SearchValues<F> {
  const readers = new Map<string, (raw: unknown) => unknown>()
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'span') readers.set(name, field.read)
    else for (const end of [field.from, field.to]) readers.set(end, readDay)
  }
  const pick = (raw: Record<string, unknown>, names: Iterable<string> = Object.keys(raw)) =>
    Object.fromEntries([...names].map((name) => [name, readers.get(name)?.(raw[name])])) as ValuesOf<F>
  return { fields, read: (raw) => pick(raw, readers.keys()), pick: (raw) => pick(raw) }
}
export type SearchOf<S> = S extends SearchValues<infer F> ? ValuesOf<F> : never

export function withoutAbsent<T extends object>(search: T): T {
  for (const key of Object.keys(search)) {
    if (Reflect.get(search, key) === undefined) Reflect.deleteProperty(search, key)
  }
  return search
}

/**
 * Converts the search of a URL to the server's filter: dates become instants in the zone, absent fields are left out.
 */
export function filterOf<F extends Fields>(fields: F, search: ValuesOf<F>, zone: string): FilterOf<F> {
  const said: Record<string, unknown> = search
  const pairs = Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'span') return [[name, said[name]] as const]
    const { createdFrom, createdTo } = dayRange(readDay(said[field.from]), readDay(said[field.to]), zone)
    return [[field.from, createdFrom] as const, [field.to, createdTo] as const]
  })
  return withoutAbsent(Object.fromEntries(pairs)) as FilterOf<F>
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
