import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { adjustmentOf, amountField } from '@quaff/features/payouts/progress/rules'
import { reasonOf } from '@quaff/features/reasons'
import { refundReasonField } from '@quaff/features/refunds/contract'
import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { ReasonField } from '@quaff/platform/console/forms/reason-field'
import { draftFormOf, useTyped } from '@quaff/platform/console/forms/use-typed'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { RefundableCharge } from './charge-refunds-widget'
import { refundsApi } from './refunds-queries'
import { useRefundChange } from './use-refund-change'

/** A second try with other text is still the same refund. */
const oneRefund = 'refund'

type RecordRefundDialogProps = { charge: RefundableCharge; left: number; onClose: () => void }

/** Prefilled with what is left of the charge: most refunds are of all of it. */
export function RecordRefundDialog({ charge, left, onClose }: RecordRefundDialogProps) {
  const { subscriptionId, periodStart, currency, name } = charge
  const amount = useTyped(amountField(currency), decimalText(left, currency))
  const reason = useTyped(refundReasonField)
  const guard = useCloseGuard(amount.isDirty || reason.isDirty, onClose, {
    name: `refund.${subscriptionId}.${periodStart.toISOString()}`,
    form: draftFormOf({ amount, reason }),
  })
  const amountMinor = adjustmentOf('add', amount.value, currency) ?? 0
  /** The amount of which the provider has reported a refund already. */
  const [reportedMinor, setReportedMinor] = useState<number>()
  const isAnother = amountMinor === reportedMinor
  const change = useRefundChange(
    async () => {
      const requestKey = guard.draft.keyOf(oneRefund)
      const input = { subscriptionId, periodStart, amountMinor, reason: reason.text, requestKey }
      try {
        return await refundsApi.record.call(isAnother ? { ...input, isAnother } : input)
      } catch (error) {
        if (reasonOf(error) === 'ALREADY_RECORDED') setReportedMinor(amountMinor)
        throw error
      }
    },
    () => {
      notifySuccess('Refund recorded', `${formatMoney(amountMinor, currency)} of ${name}`)
      guard.leave()
    },
  )
  const submit = () => {
    const hasReason = reason.check()
    // Asked last, since what is wrong with it takes the focus.
    if (amount.check() && hasReason) change.submit()
  }
  return (
    <FormDialog
      title="Record refund"
      description={`${name}. The merchant pays it with the open draft or the next payout.`}
      guard={guard}
      saving={{ ...change, submit }}
      failed="Couldn’t record the refund"
      button={isAnother ? 'Record another refund' : 'Record refund'}
    >
      <TextInput
        {...amount.props}
        label={`Amount in ${currency.toUpperCase()}`}
        description={`Up to ${formatMoney(left, currency)}. The platform fee stays as charged.`}
        data-autofocus
        inputMode="decimal"
      />
      <ReasonField typed={reason} description="Shown on the merchant’s statement." isFirst={false} />
    </FormDialog>
  )
}
