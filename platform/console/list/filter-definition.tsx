import type { Fields } from '../../shared/fields/fields'
import { formatDay } from '../display/formats'
import type { Chip, ListDefinition } from './list-definition'
import { withoutAbsent } from './search-values'

export interface FilterDefinition {
  id: string
  label: string
  kind: 'select' | 'search' | 'date-range' | 'boolean'
  /**
   * Options by kind. 'select': all options; 'search': the results and the chosen one; 'boolean': optional labels
   * instead of Yes and No.
   */
  options?: readonly { value: string; label: string }[]
  /** Used by 'search', which has too many options to list. */
  search?: { placeholder: string; onType: (text: string) => void; state: 'ready' | 'loading' | 'failed' }
}

export type FilterValues = Readonly<Record<string, string | undefined>>

const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const

export function optionsOf(filter: FilterDefinition): readonly { value: string; label: string }[] {
  return filter.options ?? (filter.kind === 'boolean' ? yesNo : [])
}

export function splitRange(value: string | undefined): { from: string; to: string } {
  const [from = '', to = ''] = (value ?? '').split('..')
  return { from, to }
}

/** Returns the text of the chip after the filter's name. */
export function describeFilter(filter: FilterDefinition, value: string): string {
  if (filter.kind !== 'date-range') return optionsOf(filter).find((option) => option.value === value)?.label ?? value
  const { from, to } = splitRange(value)
  if (from && to) return `${formatDay(from)} – ${formatDay(to)}`
  return from ? `from ${formatDay(from)}` : `until ${formatDay(to)}`
}

type Search = Record<string, unknown>
type Changing<S extends Fields> = Pick<
  ListDefinition<never, never, Fields, S, never, never>,
  'search' | 'forgets' | 'chipChange'
>

/** The chips that there are now, in their order. */
export function chipsOf(fields: Fields, chips: Record<string, Chip | null | undefined>): FilterDefinition[] {
  return Object.entries(chips).flatMap(([id, chip]) => (chip ? [{ id, kind: kindOf(fields[id], chip), ...chip }] : []))
}

function kindOf(field: Fields[string] | undefined, { search }: Chip): FilterDefinition['kind'] {
  if (field?.kind === 'span') return 'date-range'
  if (field?.kind === 'flag') return 'boolean'
  return search ? 'search' : 'select'
}

export function chipValues(fields: Fields, chips: readonly FilterDefinition[], search: Search): FilterValues {
  return withoutAbsent(Object.fromEntries(chips.map(({ id }) => [id, valueOf(fields[id], search, id)])))
}

function valueOf(field: Fields[string] | undefined, search: Search, id: string): string | undefined {
  if (field?.kind !== 'span') return search[id] === undefined ? undefined : textOf(search[id])
  const [from, to] = [search[field.from] ?? '', search[field.to] ?? '']
  return from || to ? `${textOf(from)}..${textOf(to)}` : undefined
}

/** A chip's change as a change of the address; what cannot be read is taken as no filter. */
export function chipChange<S extends Fields>(list: Changing<S>, id: string, value: string | undefined): Search {
  const { fields, pick } = list.search
  const field = fields[id]
  const { from, to } = splitRange(value)
  const forgotten = (list.forgets?.[id] ?? []).map((name) => [name, undefined])
  return {
    ...pick(field?.kind === 'span' ? { [field.from]: from, [field.to]: to } : { [id]: value }),
    ...Object.fromEntries(forgotten),
    ...list.chipChange?.(id, value),
    page: undefined,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
