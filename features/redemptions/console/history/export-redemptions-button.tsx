import { useMutation } from '@tanstack/react-query'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { ExportMenu } from '@quaff/platform/console/list/export-menu'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { downloadFile } from '@quaff/platform/console/rpc'
import type { ExportRedemptionsInput } from '../../usage/contract'
import type { RedemptionSearch } from '../redemption-search-widget'
import { usageFilterOf } from './history-filters'

type ExportRedemptionsButtonProps = { merchantId: string | undefined; search: RedemptionSearch }

/** What the filters of the address match; all that may be seen without any. */
export function ExportRedemptionsButton({ merchantId, search }: ExportRedemptionsButtonProps) {
  const timeZone = useTimeZone()
  const exporting = useMutation({
    mutationFn: (input: ExportRedemptionsInput) => downloadFile({ path: '/api/files/redemptions-export', body: input }),
    onError: (error) => notifyError('The redemptions could not be exported', error.message),
  })
  return (
    <ExportMenu
      loading={exporting.isPending}
      onExport={(format) =>
        exporting.mutate({ ...withoutAbsent({ merchantId }), format, filter: usageFilterOf(search, timeZone) })
      }
    />
  )
}
