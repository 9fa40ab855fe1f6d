import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { userLimits, type ExportUsersInput } from '../../contract'
import type { UserSearch } from '../user-search-widget'
import { userFilterOf } from './user-filters'
import { Button } from '@quaff/platform/console/controls/button'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import { ExportMenu, type ExportFormat } from '@quaff/platform/console/list/export-menu'
import { downloadFile } from '@quaff/platform/console/rpc'

function useUserExport() {
  return useMutation({
    mutationFn: (input: ExportUsersInput) =>
      downloadFile({ path: '/api/files/users-export', body: input, fileName: `users.${input.format}` }),
    onError: (error) => notifyError('Users could not be exported', error.message),
  })
}

type UserExportMenuProps = {
  search: UserSearch
  timeZone: string
  scopedTo: string | undefined
  selected: ReadonlySet<string>
  total: number | undefined
}

export function UserExportMenu({ search, timeZone, scopedTo, selected, total }: UserExportMenuProps) {
  const exporting = useUserExport()
  return (
    <ExportMenu
      selectedCount={Math.min(selected.size, userLimits.exportSelection)}
      totalCount={total}
      loading={exporting.isPending}
      onExport={(format, scope) =>
        exporting.mutate(
          scope === 'selected'
            ? selectionOf(format, selected)
            : { format, filter: userFilterOf(search, timeZone, scopedTo) },
        )
      }
    />
  )
}

export function UserSelectionBar({ selected, onClear }: { selected: ReadonlySet<string>; onClear: () => void }) {
  const exporting = useUserExport()
  return (
    <BulkBar count={selected.size} onClear={onClear}>
      <Button
        icon={IconDownload}
        loading={exporting.isPending}
        onClick={() => exporting.mutate(selectionOf('csv', selected))}
      >
        Export CSV
      </Button>
      <Button
        icon={IconDownload}
        loading={exporting.isPending}
        onClick={() => exporting.mutate(selectionOf('json', selected))}
      >
        Export JSON
      </Button>
    </BulkBar>
  )
}

function selectionOf(format: ExportFormat, selected: ReadonlySet<string>): ExportUsersInput {
  return { format, ids: [...selected].slice(0, userLimits.exportSelection) }
}
