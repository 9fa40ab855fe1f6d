import { useMutation } from '@tanstack/react-query'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { ExportMenu, type ExportFormat } from '@quaff/platform/console/list/export-menu'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { downloadFile } from '@quaff/platform/console/rpc'
import type { ExportMerchantsInput } from '../../contract'
import type { MerchantSearch } from '../merchant-search-widget'
import { listInputOf } from './merchant-filters'

/** As many ids as one export takes. */
export const exportSelectionLimit = 1_000

export function useMerchantExport() {
  return useMutation({
    mutationFn: (input: ExportMerchantsInput) => downloadFile({ path: '/api/files/merchants-export', body: input }),
    onError: (error) => notifyError('Merchants could not be exported', error.message),
  })
}

export function selectionOf(format: ExportFormat, selected: ReadonlySet<string>): ExportMerchantsInput {
  return { format, ids: [...selected].slice(0, exportSelectionLimit) }
}

interface MerchantExportMenuProps {
  search: MerchantSearch
  timeZone: string
  selected: ReadonlySet<string>
  total: number | undefined
}

export function MerchantExportMenu({ search, timeZone, selected, total }: MerchantExportMenuProps) {
  const exporting = useMerchantExport()
  const matching = (format: ExportFormat): ExportMerchantsInput => ({
    format,
    filter: withoutAbsent(listInputOf(search, timeZone)),
  })
  return (
    <ExportMenu
      selectedCount={Math.min(selected.size, exportSelectionLimit)}
      totalCount={total}
      loading={exporting.isPending}
      onExport={(format, scope) =>
        exporting.mutate(scope === 'selected' ? selectionOf(format, selected) : matching(format))
      }
    />
  )
}
