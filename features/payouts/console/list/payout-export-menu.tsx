import { useMutation } from '@tanstack/react-query'
import { notifyError } from '@quaff/platform/console/frame/notify'
import type { Selection } from '@quaff/platform/console/list/bulk/use-selection'
import { ExportMenu } from '@quaff/platform/console/list/export-menu'
import { downloadFile } from '@quaff/platform/console/rpc'
import type { ExportPayoutsInput, PayoutFilter } from '../../contract'

/** As many as the server takes by id. */
const exportSelection = 500

export function usePayoutExport() {
  return useMutation({
    mutationFn: (input: ExportPayoutsInput) => downloadFile({ path: '/api/files/payouts-export', body: input }),
    onError: (error) => notifyError('Payouts could not be exported', error.message),
  })
}

export const chosenIds = ({ ids }: Pick<Selection, 'ids'>) => [...ids].slice(0, exportSelection)

type PayoutExportMenuProps = { filter: PayoutFilter; selection: Selection; total: number | undefined }

export function PayoutExportMenu({ filter, selection, total }: PayoutExportMenuProps) {
  const exporting = usePayoutExport()
  const ids = chosenIds(selection)
  return (
    <ExportMenu
      selectedCount={ids.length}
      totalCount={total}
      loading={exporting.isPending}
      onExport={(format, scope) => exporting.mutate(scope === 'selected' ? { format, ids } : { format, filter })}
    />
  )
}
