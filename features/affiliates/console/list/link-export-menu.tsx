import { useMutation } from '@tanstack/react-query'
import { notifyError } from '@quaff/platform/console/frame/notify'
import type { Selection } from '@quaff/platform/console/list/bulk/use-selection'
import { ExportMenu } from '@quaff/platform/console/list/export-menu'
import { downloadFile } from '@quaff/platform/console/rpc'
import { linkLimits, type ExportLinksInput, type LinkFilter } from '../../contract'

type LinkExportMenuProps = { filter: LinkFilter; selection: Selection; total: number | undefined }

export function LinkExportMenu({ filter, selection, total }: LinkExportMenuProps) {
  const exporting = useMutation({
    mutationFn: (input: ExportLinksInput) => downloadFile({ path: '/api/files/affiliates-export', body: input }),
    onError: (error) => notifyError('The links could not be exported', error.message),
  })
  const ids = [...selection.ids].slice(0, linkLimits.exportSelection)
  return (
    <ExportMenu
      selectedCount={ids.length}
      totalCount={total}
      loading={exporting.isPending}
      onExport={(format, scope) => exporting.mutate(scope === 'selected' ? { format, ids } : { format, filter })}
    />
  )
}
