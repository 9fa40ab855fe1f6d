import { useMutation } from '@tanstack/react-query'
import { notifyError } from '@quaff/platform/console/frame/notify'
import type { Selection } from '@quaff/platform/console/list/bulk/use-selection'
import { ExportMenu, type ExportFormat } from '@quaff/platform/console/list/export-menu'
import { downloadFile } from '@quaff/platform/console/rpc'
import { userLimits, type ExportUsersInput, type UserFilter } from '../../contract'
import type { UserSearch } from '../user-search-widget'
import { userFilterOf } from './user-filters'

/** Of people chosen at once: each is a request of its own. */
export const selectionLimit = 5_000

export function useUserExport() {
  return useMutation({
    mutationFn: (input: ExportUsersInput) => downloadFile({ path: '/api/files/users-export', body: input }),
    onError: (error) => notifyError('Users could not be exported', error.message),
  })
}

type UserExportMenuProps = {
  search: UserSearch
  timeZone: string
  scopedTo: string | undefined
  selection: Selection
  total: number | undefined
}

export function UserExportMenu({ search, timeZone, scopedTo, selection, total }: UserExportMenuProps) {
  const exporting = useUserExport()
  const filter = userFilterOf(search, timeZone, scopedTo)
  const chosen = (format: ExportFormat) => exportOfSelection(format, selection, filter)
  return (
    <ExportMenu
      selectedCount={chosen('csv') ? selection.ids.size : 0}
      totalCount={total}
      loading={exporting.isPending}
      onExport={(format, scope) => exporting.mutate((scope === 'selected' && chosen(format)) || { format, filter })}
    />
  )
}

/** All that match are asked for by the filter, single ones by their ids; undefined where these are too many. */
export function exportOfSelection(
  format: ExportFormat,
  { ids, matched }: Selection,
  filter: UserFilter,
): ExportUsersInput | undefined {
  if (matched !== undefined && matched === ids.size) return { format, filter }
  return ids.size > userLimits.exportSelection ? undefined : { format, ids: [...ids] }
}
