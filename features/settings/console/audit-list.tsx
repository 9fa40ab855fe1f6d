import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-options-widget'
import { timesIn } from '@quaff/platform/console/display/measured/measured-words'
import { filterOf } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { defineList } from '@quaff/platform/console/list/record/list-definition'
import { auditFilters, type AuditOptions } from '../audit/contract'
import { auditActionText, wordsOf } from '../audit/rules'
import { actorOf, auditColumns } from './audit-columns'
import { settingsApi } from './settings-queries'
import { settingsSearch } from './settings-search-widget'

const noOptions: AuditOptions = { actions: [], targetTypes: [], actors: [] }
const named = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

export const auditList = defineList<{ timeZone: string }>()({
  name: 'Entries',
  columnsName: () => 'audit-log',
  search: settingsSearch,
  filters: auditFilters,
  api: settingsApi.auditLog,
  staleTime: 0,
  filter: (search, { timeZone }) => filterOf(auditFilters, search, timeZone),
  input: (filter, page) => ({ ...filter, ...page }),
  find: () => ({
    placeholder: 'Search by name or ID',
    label: 'Search by name or full ID',
    shown: ({ q, targetId }) => q ?? targetId,
  }),
  findChange: (_, q) => ({ q, targetId: undefined }),
  useChips: () => {
    const options = useQuery(settingsApi.auditOptions.queryOptions({ input: undefined }))
    const merchants = useQuery(merchantsApi.options.queryOptions({ input: {} }))
    const { actions, targetTypes, actors } = options.data ?? noOptions
    return {
      actorId: { label: 'User', options: named(actors) },
      action: {
        label: 'Action',
        options: actions
          .map((value) => ({ value, label: auditActionText(value) }))
          .sort((one, other) => one.label.localeCompare(other.label, 'en')),
      },
      targetType: { label: 'Record type', options: targetTypes.map((value) => ({ value, label: wordsOf(value) })) },
      // It stands in the field of words.
      targetId: null,
      merchantId: { label: 'Merchant', options: named(merchants.data ?? []) },
      date: { label: 'Date' },
    }
  },
  columns: ({ timeZone }) => auditColumns(timeZone),
  rowId: ({ id }) => id,
  rowLabel: (row) => `${auditActionText(row.action)} by ${actorOf(row)}`,
  caption: () => 'Audit log, newest first',
  export: { path: '/api/files/audit-export', selected: 0 },
  note: ({ timeZone }) => timesIn(timeZone),
  empty: () => (
    <EmptyState icon={IconHistory} title="No entries yet" text="Every change on the platform appears here." />
  ),
})
