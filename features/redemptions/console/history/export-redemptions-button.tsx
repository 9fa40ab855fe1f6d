import { useMutation } from '@tanstack/react-query'
import type { ExportRedemptionsInput } from '../../usage/contract'
import type { RedemptionSearch } from '../redemption-search-widget'
import { usageFilterOf } from './history-filters'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { ExportMenu } from '@quaff/platform/console/list/export-menu'
import { downloadFile } from '@quaff/platform/console/rpc'

/** What the filters of the address match; all of the merchant's without any. */
export function ExportRedemptionsButton({ merchantId, search }: { merchantId: string; search: RedemptionSearch }) {
  const timeZone = useTimeZone()
  const exporting = useMutation({
    mutationFn: (input: ExportRedemptionsInput) =>
      downloadFile({ path: '/api/files/redemptions-export', body: input, fileName: `redemptions.${input.format}` }),
    onError: (error) => notifyError('The redemptions could not be exported', error.message),
  })
  return (
    <ExportMenu
      loading={exporting.isPending}
      onExport={(format) => exporting.mutate({ merchantId, format, filter: usageFilterOf(search, timeZone) })}
    />
  )
}
