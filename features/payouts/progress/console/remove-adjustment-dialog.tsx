import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { payoutName } from '../../console/payout-commands-widget'
import { payoutsApi } from '../../console/payout-queries'
import type { PayoutStatement } from '../../statement/contract'
import { usePayoutVerb } from './use-payout-verb'

type RemoveAdjustmentDialogProps = {
  payout: PayoutStatement
  adjustment: PayoutStatement['adjustmentLines'][number]
  onClose: () => void
}

const failed = 'The adjustment could not be removed. Nothing was changed; try again.'

export function RemoveAdjustmentDialog({ payout: opened, adjustment: shown, onClose }: RemoveAdjustmentDialogProps) {
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
      call={({ id: payoutId, version }) => payoutsApi.removeAdjustment.call({ payoutId, version, adjustmentId: id })}
      onDone={() => {
        notifySuccess('Adjustment removed')
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        <b className="q-strong">{formatMoney(amount, payout.currency)}</b>: {reason}
      </p>
      <p className="q-secondary q-num">
        {`Net: ${formatMoney(payout.net, payout.currency)} → ${formatMoney(payout.net - amount, payout.currency)}`}
      </p>
    </VerbDialog>
  )
}
