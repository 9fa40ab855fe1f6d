import { useMutation } from '@tanstack/react-query'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { ExportMenu } from '@quaff/platform/console/list/export-menu'
import { downloadFile } from '@quaff/platform/console/rpc'
import type { ExportRedemptionsInput } from '../../usage/contract'

/** All redemptions of the merchant. */
export function ExportRedemptionsButton({ merchantId }: { merchantId: string }) {
  const exporting = useMutation({
    mutationFn: (input: ExportRedemptionsInput) => downloadFile({ path: '/api/files/redemptions-export', body: input }),
    onError: (error) => notifyError('Couldn’t export redemptions', error.message),
  })
  return (
    <ExportMenu
      loading={exporting.isPending}
      onExport={(format) => exporting.mutate({ merchantId, format, filter: {} })}
    />
  )
}
