import { formatDay } from '../display/date-time'

export interface FilterDefinition {
  id: string
  label: string
  kind: 'select' | 'search' | 'date-range' | 'boolean'
  /** For 'select'; for 'search' what was found, and the chosen one; for 'boolean' optional words in place of Yes and No. */
  options?: readonly { value: string; label: string }[]
  /** For 'search': there are too many to list, so somebody looks for them by what is typed. */
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

/** What the chip says after the filter's name. */
export function describeFilter(filter: FilterDefinition, value: string): string {
  if (filter.kind !== 'date-range') return optionsOf(filter).find((option) => option.value === value)?.label ?? value
  const { from, to } = splitRange(value)
  if (from && to) return `${formatDay(from)} – ${formatDay(to)}`
  return from ? `from ${formatDay(from)}` : `until ${formatDay(to)}`
}
