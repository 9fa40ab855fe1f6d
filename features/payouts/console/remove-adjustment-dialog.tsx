import { formatMoney, formatMoneyChange } from '@quaff/platform/console/display/formats'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PayoutStatement } from '../statement-contract'
import { payoutName } from './payout-commands-widget'
import { payoutsApi, usePayoutVerb } from './payout-queries'

type RemoveAdjustmentDialogProps = {
  payout: PayoutStatement
  adjustment: PayoutStatement['adjustmentLines'][number]
  /** True for a line that no payout has yet. */
  isWaiting: boolean
  onClose: () => void
}

const failed = 'Couldn’t remove the adjustment. Try again.'

export function RemoveAdjustmentDialog({
  payout: opened,
  adjustment: shown,
  isWaiting,
  onClose,
}: RemoveAdjustmentDialogProps) {
  const verb = usePayoutVerb(opened, failed)
  const { row: payout } = verb
  const { id, amount, reason } = shown
  return (
    <VerbDialog
      verb={verb}
      title="Remove this adjustment?"
      description={payoutName(payout)}
      button="Remove"
      danger
      call={({ id: payoutId, version, merchantId }): Promise<object> =>
        isWaiting
          ? payoutsApi.removeWaiting.call({ merchantId, adjustmentId: id })
          : payoutsApi.removeAdjustment.call({ payoutId, version, adjustmentId: id })
      }
      onDone={() => {
        notifySuccess('Adjustment removed')
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        <b className="q-strong">{formatMoneyChange(amount, payout.currency)}</b>: {isolated(reason)}
      </p>
      {!isWaiting && (
        <p className="q-secondary q-num">
          {`Net: ${formatMoney(payout.net, payout.currency)} → ${formatMoney(payout.net - amount, payout.currency)}`}
        </p>
      )}
    </VerbDialog>
  )
}
