import { TextInput } from '@mantine/core'
import { readAmountText } from '@quaff/features/plans/price-rules'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { formatMoney } from '@quaff/platform/console/display/formats'
import { ReasonField, useChoice, useTyped } from '@quaff/platform/console/forms/field-inputs'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { adjustmentField, adjustmentLimits } from '../progress/contract'
import { adjustmentOf, amountField, type AdjustmentSign } from '../progress/rules'
import type { PayoutStatement } from '../statement-contract'
import { payoutName } from './payout-commands-widget'
import { payoutsApi, usePayoutVerb } from './payout-queries'

type AdjustmentDialogProps = {
  payout: PayoutStatement
  /** Target of the line: this draft, or the merchant's next payout. */
  action: 'addAdjustment' | 'addToNext'
  onClose: () => void
}

const signs = [
  { value: 'add', label: 'Add' },
  { value: 'take', label: 'Deduct' },
] as const
const failed = 'Couldn’t add the adjustment. Try again.'

/** Has explicit add and deduct options, so that a minus sign cannot be missed. */
export function AdjustmentDialog({ payout: opened, action, onClose }: AdjustmentDialogProps) {
  const verb = usePayoutVerb(opened, failed)
  const { row: payout } = verb
  const { currency } = payout
  const sign = useChoice<AdjustmentSign>('add')
  const amount = useTyped(amountField(currency))
  const reason = useTyped(adjustmentField)
  const amountMinor = adjustmentOf(sign.value, amount.value, currency)
  const isNext = action === 'addToNext'
  const check = () => {
    const hasReason = reason.check()
    // Checked last, because its error takes the focus.
    return amount.check() && hasReason
  }

  return (
    <VerbDialog
      verb={verb}
      title={isNext ? 'Add to next payout' : 'Adjust this payout'}
      description={payoutName(payout)}
      button="Save adjustment"
      fields={{ sign, amount, reason }}
      draftName={action}
      check={check}
      call={({ id: payoutId, version }) =>
        payoutsApi[action].call({ payoutId, version, amountMinor: amountMinor ?? 0, reason: reason.text })
      }
      onDone={({ net }) => {
        if (isNext) notifySuccess('Added to the next payout', payoutName(payout))
        else notifySuccess('Payout adjusted', `The net is ${formatMoney(net, currency)} now.`)
        onClose()
      }}
      onClose={onClose}
    >
      <Segmented label="Direction" value={sign.value} options={signs} onChange={sign.set} />
      <TextInput
        {...amount.props}
        label={`Amount in ${currency.toUpperCase()}`}
        description={readAmountText(amount.value, currency, adjustmentLimits.largestMinor)}
        data-autofocus
        inputMode="decimal"
      />
      <ReasonField typed={reason} description="Shown on the merchant’s statement." isFirst={false} />
      <p className="q-secondary q-num" role="status">
        {isNext ? nextText : netText(payout, amountMinor)}
      </p>
    </VerbDialog>
  )
}

const nextText = 'Joins the open draft of this merchant and currency, or waits for the next payout.'

/** "Net: $12.00 → −$3.00. …" */
function netText({ net, currency }: PayoutStatement, amountMinor: number | undefined): string {
  const now = `Net: ${formatMoney(net, currency)}`
  if (amountMinor === undefined) return now
  const then = net + amountMinor
  const warning = then < 0 ? '. You can’t approve a payout below zero. Carry it over or adjust it.' : ''
  return `${now} → ${formatMoney(then, currency)}${warning}`
}
