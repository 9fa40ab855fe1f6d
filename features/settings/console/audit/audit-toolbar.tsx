import { useMutation, useQuery } from '@tanstack/react-query'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-options-widget'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { ExportMenu } from '@quaff/platform/console/list/export-menu'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { downloadFile } from '@quaff/platform/console/rpc'
import type { ExportAuditInput } from '../../audit/contract'
import { settingsApi } from '../settings-queries'
import { validateSettingsSearch, type OnSettingsSearch, type SettingsSearch } from '../settings-search-widget'
import { auditFilterChange, auditFilterOf, auditFilters, auditFilterValues } from './audit-filters'

interface AuditToolbarProps {
  search: SettingsSearch
  timeZone: string
  total: number | undefined
  onSearch: OnSettingsSearch
}

export function AuditToolbar({ search, timeZone, total, onSearch }: AuditToolbarProps) {
  const options = useQuery(settingsApi.auditOptions.queryOptions({ input: undefined }))
  const merchants = useQuery(merchantsApi.options.queryOptions({ input: {} }))
  const exporting = useMutation({
    mutationFn: (input: ExportAuditInput) => downloadFile({ path: '/api/files/audit-export', body: input }),
    onError: (error) => notifyError('The audit log could not be exported', error.message),
  })
  return (
    <ListToolbar
      query={search.q ?? search.targetId ?? ''}
      onQueryChange={(q) =>
        onSearch({ q: validateSettingsSearch({ q }).q, targetId: undefined, page: undefined }, { replace: true })
      }
      placeholder="Name, or a whole id"
      searchLabel="Find entries by a name or a whole id"
      filters={
        <FilterChips
          filters={auditFilters(options.data, merchants.data ?? [])}
          values={auditFilterValues(search)}
          onChange={(id, value) => onSearch(auditFilterChange(id, value))}
        />
      }
    >
      <ExportMenu
        totalCount={total}
        loading={exporting.isPending}
        onExport={(format) => exporting.mutate({ format, filter: auditFilterOf(search, timeZone) })}
      />
    </ListToolbar>
  )
}
