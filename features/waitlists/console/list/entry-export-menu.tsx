import { useMutation } from '@tanstack/react-query'
import { notifyError } from '@quaff/platform/console/frame/notify'
import type { Selection } from '@quaff/platform/console/list/bulk/use-selection'
import { ExportMenu } from '@quaff/platform/console/list/export-menu'
import { downloadFile } from '@quaff/platform/console/rpc'
import { entryLimits, type EntryFilter, type ExportEntriesInput } from '../../entries/contract'

interface EntryExportMenuProps {
  filter: EntryFilter
  selection: Selection
  total: number | undefined
}

/** Each answer is a column of its own. */
export function EntryExportMenu({ filter, selection, total }: EntryExportMenuProps) {
  const exporting = useMutation({
    mutationFn: (input: ExportEntriesInput) => downloadFile({ path: '/api/files/waitlist-export', body: input }),
    onError: (error) => notifyError('The waitlist could not be exported', error.message),
  })
  const { waitlistId } = filter
  const ids = [...selection.ids].slice(0, entryLimits.exportSelection)
  return (
    <ExportMenu
      iconOnPhone
      selectedCount={ids.length}
      totalCount={total}
      loading={exporting.isPending}
      onExport={(format, scope) =>
        exporting.mutate(scope === 'selected' ? { format, filter: { waitlistId }, ids } : { format, filter })
      }
    />
  )
}
