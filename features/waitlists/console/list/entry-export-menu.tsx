import { useMutation } from '@tanstack/react-query'
import { entryLimits, type ExportEntriesInput } from '../../entries/contract'
import type { WaitlistSearch } from '../waitlist-search-widget'
import { entryFilterOf } from './entry-filters'
import { notifyError } from '@quaff/platform/console/frame/notify'
import type { Selection } from '@quaff/platform/console/list/bulk/use-selection'
import { ExportMenu } from '@quaff/platform/console/list/export-menu'
import { downloadFile } from '@quaff/platform/console/rpc'

interface EntryExportMenuProps {
  waitlistId: string
  search: WaitlistSearch
  selection: Selection
  total: number | undefined
}

/** Each answer is a column of its own. */
export function EntryExportMenu({ waitlistId, search, selection, total }: EntryExportMenuProps) {
  const exporting = useMutation({
    mutationFn: (input: ExportEntriesInput) =>
      downloadFile({ path: '/api/files/waitlist-export', body: input, fileName: `waitlist.${input.format}` }),
    onError: (error) => notifyError('The waitlist could not be exported', error.message),
  })
  const filter = entryFilterOf(waitlistId, search)
  const ids = [...selection.ids].slice(0, entryLimits.exportSelection)
  return (
    <ExportMenu
      selectedCount={ids.length}
      totalCount={total}
      loading={exporting.isPending}
      onExport={(format, scope) =>
        exporting.mutate(scope === 'selected' ? { format, filter: { waitlistId }, ids } : { format, filter })
      }
    />
  )
}
