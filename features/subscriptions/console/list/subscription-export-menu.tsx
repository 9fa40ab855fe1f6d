import { useMutation } from '@tanstack/react-query'
import { Button } from '@quaff/platform/console/controls/button'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import type { Selection } from '@quaff/platform/console/list/bulk/use-selection'
import { ExportMenu } from '@quaff/platform/console/list/export-menu'
import { downloadFile } from '@quaff/platform/console/rpc'
import { subscriptionLimits, type ExportSubscriptionsInput, type SubscriptionFilter } from '../../contract'

function useSubscriptionExport() {
  return useMutation({
    mutationFn: (input: ExportSubscriptionsInput) =>
      downloadFile({ path: '/api/files/subscriptions-export', body: input }),
    onError: (error) => notifyError('Subscriptions could not be exported', error.message),
  })
}

const chosen = ({ ids }: Selection) => [...ids].slice(0, subscriptionLimits.exportSelection)

type SubscriptionExportMenuProps = { filter: SubscriptionFilter; selection: Selection; total?: number }

export function SubscriptionExportMenu({ filter, selection, total }: SubscriptionExportMenuProps) {
  const exporting = useSubscriptionExport()
  const ids = chosen(selection)
  return (
    <ExportMenu
      selectedCount={ids.length}
      totalCount={total}
      loading={exporting.isPending}
      onExport={(format, scope) => exporting.mutate(scope === 'selected' ? { format, ids } : { format, filter })}
    />
  )
}

export function SubscriptionSelectionBar({ selection }: { selection: Selection }) {
  const exporting = useSubscriptionExport()
  return (
    <BulkBar count={selection.ids.size} onClear={selection.clear}>
      <Button loading={exporting.isPending} onClick={() => exporting.mutate({ format: 'csv', ids: chosen(selection) })}>
        Export CSV
      </Button>
    </BulkBar>
  )
}
