import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { readAmountText } from '@quaff/features/plans/prices/rules'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { ReasonField } from '@quaff/platform/console/forms/reason-field'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { payoutName } from '../../console/payout-commands-widget'
import { payoutsApi } from '../../console/payout-queries'
import type { PayoutStatement } from '../../statement/contract'
import { adjustmentField, adjustmentLimits } from '../contract'
import { adjustmentOf, amountField, type AdjustmentSign } from '../rules'
import { usePayoutVerb } from './use-payout-verb'

type AdjustmentDialogProps = { payout: PayoutStatement; onClose: () => void }

const signs = [
  { value: 'add', label: 'Add' },
  { value: 'take', label: 'Take away' },
] as const
const failed = 'The adjustment could not be added. Nothing was changed; try again.'

/** Which way is chosen, so that no minus sign is overlooked or forgotten. */
export function AdjustmentDialog({ payout: opened, onClose }: AdjustmentDialogProps) {
  const verb = usePayoutVerb(opened, failed)
  const { row: payout } = verb
  const { currency } = payout
  const [sign, setSign] = useState<AdjustmentSign>('add')
  const amount = useTyped(amountField(currency))
  const reason = useTyped(adjustmentField)
  const amountMinor = adjustmentOf(sign, amount.value, currency)
  const check = () => {
    const hasReason = reason.check()
    // Asked last, since what is wrong with it takes the focus.
    return amount.check() && hasReason
  }

  return (
    <VerbDialog
      verb={verb}
      title="Adjust this payout"
      description={payoutName(payout)}
      button="Save adjustment"
      dirty={amount.isDirty || reason.isDirty}
      check={check}
      call={({ id: payoutId, version }) =>
        payoutsApi.addAdjustment.call({ payoutId, version, amountMinor: amountMinor ?? 0, reason: reason.text })
      }
      onDone={({ net }) => {
        notifySuccess('Payout adjusted', `The net is ${formatMoney(net, currency)} now.`)
        onClose()
      }}
      onClose={onClose}
    >
      <Segmented label="Direction" value={sign} options={signs} onChange={setSign} />
      <TextInput
        {...amount.props}
        label={`Amount in ${currency.toUpperCase()}`}
        description={readAmountText(amount.value, currency, adjustmentLimits.largestMinor)}
        data-autofocus
        inputMode="decimal"
      />
      <ReasonField typed={reason} description="The merchant reads it on the statement." isFirst={false} />
      <p className="q-secondary q-num" role="status">
        {netText(payout, amountMinor)}
      </p>
    </VerbDialog>
  )
}

/** "Net: $12.00 → −$3.00. …" */
function netText({ net, currency }: PayoutStatement, amountMinor: number | undefined): string {
  const now = `Net: ${formatMoney(net, currency)}`
  if (amountMinor === undefined) return now
  const then = net + amountMinor
  const warning = then < 0 ? '. Below zero nothing can be paid out: adjust it, or carry it over.' : ''
  return `${now} → ${formatMoney(then, currency)}${warning}`
}
