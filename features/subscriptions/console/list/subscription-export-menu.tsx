import { useMutation } from '@tanstack/react-query'
import { subscriptionLimits, type ExportSubscriptionsInput, type SubscriptionFilter } from '../../contract'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { ExportMenu } from '@quaff/platform/console/list/export-menu'
import { downloadFile } from '@quaff/platform/console/rpc'

type SubscriptionExportMenuProps = { filter: SubscriptionFilter; selected: ReadonlySet<string>; total?: number }

export function SubscriptionExportMenu({ filter, selected, total }: SubscriptionExportMenuProps) {
  const exporting = useMutation({
    mutationFn: (input: ExportSubscriptionsInput) =>
      downloadFile({ path: '/api/files/subscriptions-export', body: input, fileName: `subscriptions.${input.format}` }),
    onError: (error) => notifyError('Subscriptions could not be exported', error.message),
  })
  const ids = [...selected].slice(0, subscriptionLimits.exportSelection)
  return (
    <ExportMenu
      selectedCount={ids.length}
      totalCount={total}
      loading={exporting.isPending}
      onExport={(format, scope) => exporting.mutate(scope === 'selected' ? { format, ids } : { format, filter })}
    />
  )
}
