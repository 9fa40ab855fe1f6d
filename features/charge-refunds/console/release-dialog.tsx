import type { RefundRow } from '@quaff/features/refunds/contract'
import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { refundsApi } from './refunds-queries'
import { useRefundChange } from './use-refund-change'

export function ReleaseDialog({ refund, onClose }: { refund: RefundRow; onClose: () => void }) {
  const { id: refundId, amount, currency, planName } = refund
  const guard = useCloseGuard(false, onClose)
  const change = useRefundChange(
    () => refundsApi.release.call({ refundId }),
    () => {
      notifySuccess('Charge released')
      onClose()
    },
  )
  return (
    <FormDialog
      title="Release this charge?"
      description={`The next payout includes it, although ${formatMoney(amount, currency)} of ${planName} is disputed. If the dispute is lost, a later payout deducts it.`}
      guard={guard}
      saving={change}
      failed="Couldn’t release the charge"
      button="Release charge"
    />
  )
}
