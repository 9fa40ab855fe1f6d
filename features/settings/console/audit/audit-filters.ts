import type { FilterDefinition, FilterValues } from '@quaff/platform/console/list/filter-chips'
import { splitRange } from '@quaff/platform/console/list/filters/filter-definition'
import { dayRange, withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import type { AuditLogFilter, AuditOptions } from '../../audit/contract'
import { auditActionText, wordsOf } from '../../audit/rules'
import { validateSettingsSearch, type SettingsSearch } from '../settings-search-widget'

type Merchant = { id: string; name: string }

export function auditFilters(options: AuditOptions | undefined, merchants: readonly Merchant[]): FilterDefinition[] {
  const { actions = [], targetTypes = [], actors = [] } = options ?? {}
  const named = (rows: readonly Merchant[]) => rows.map(({ id, name }) => ({ value: id, label: name }))
  return [
    { id: 'actorId', label: 'Who', kind: 'select', options: named(actors) },
    {
      id: 'action',
      label: 'Action',
      kind: 'select',
      options: actions
        .map((value) => ({ value, label: auditActionText(value) }))
        .sort((one, other) => one.label.localeCompare(other.label, 'en')),
    },
    {
      id: 'targetType',
      label: 'Kind of record',
      kind: 'select',
      options: targetTypes.map((value) => ({ value, label: wordsOf(value) })),
    },
    { id: 'merchantId', label: 'Merchant', kind: 'select', options: named(merchants) },
    { id: 'date', label: 'Date', kind: 'date-range' },
  ]
}

export function auditFilterValues({ actorId, action, targetType, merchantId, from, to }: SettingsSearch): FilterValues {
  const date = from || to ? `${from ?? ''}..${to ?? ''}` : undefined
  return withoutAbsent({ actorId, action, targetType, merchantId, date })
}

export function auditFilterChange(id: string, value: string | undefined): Partial<SettingsSearch> {
  if (id !== 'date') {
    const valid: Record<string, unknown> = validateSettingsSearch({ [id]: value })
    return { [id]: valid[id], page: undefined }
  }
  const range = splitRange(value)
  const { from, to } = validateSettingsSearch({ from: range.from, to: range.to })
  return { from, to, page: undefined }
}

export const noAuditFilters = {
  q: undefined,
  actorId: undefined,
  action: undefined,
  targetType: undefined,
  targetId: undefined,
  merchantId: undefined,
  from: undefined,
  to: undefined,
  page: undefined,
} as const satisfies Partial<SettingsSearch>

/** Days are those of the platform's zone. */
export function auditFilterOf(search: SettingsSearch, timeZone: string): AuditLogFilter {
  const { q, actorId, action, targetType, targetId, merchantId } = search
  const { createdFrom, createdTo } = dayRange(search.from, search.to, timeZone)
  return withoutAbsent({ q, actorId, action, targetType, targetId, merchantId, from: createdFrom, to: createdTo })
}
