import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { adjustmentLimits } from '../../../progress/contract'
import type { PayoutStatement } from '../../../statement/contract'
import { payoutName } from '../../payout-commands-widget'
import { payoutsApi } from '../../payout-queries'
import { checkAdjustment, type AdjustmentValues } from './adjustment-form'
import { usePayoutVerb } from './use-payout-verb'

type AdjustmentDialogProps = { payout: PayoutStatement; onClose: () => void }

const signs = [
  { value: 'add', label: 'Add' },
  { value: 'take', label: 'Take away' },
] as const
const failed = 'The adjustment could not be added. Nothing was changed; try again.'
const empty: AdjustmentValues = { sign: 'add', amount: '', reason: '' }

/** Which way is chosen, so that no minus sign is overlooked or forgotten. */
export function AdjustmentDialog({ payout: opened, onClose }: AdjustmentDialogProps) {
  const verb = usePayoutVerb(opened, failed)
  const { row: payout } = verb
  const [values, setValues] = useState(empty)
  const [isChecked, setChecked] = useState(false)
  const { faults, amountMinor } = checkAdjustment(values, payout.currency)
  const shown = isChecked ? faults : {}
  const change = (next: Partial<AdjustmentValues>) => setValues({ ...values, ...next })

  return (
    <VerbDialog
      verb={verb}
      title="Adjust this payout"
      description={payoutName(payout)}
      button="Save adjustment"
      dirty={values.amount !== '' || values.reason !== ''}
      check={() => {
        setChecked(true)
        return amountMinor !== undefined && faults.reason === undefined
      }}
      call={({ id: payoutId, version }) =>
        payoutsApi.addAdjustment.call({ payoutId, version, amountMinor: amountMinor ?? 0, reason: values.reason })
      }
      onDone={({ net }) => {
        notifySuccess('Payout adjusted', `The net is ${formatMoney(net, payout.currency)} now.`)
        onClose()
      }}
      onClose={onClose}
    >
      <Segmented label="Direction" value={values.sign} options={signs} onChange={(sign) => change({ sign })} />
      <TextInput
        label={`Amount in ${payout.currency.toUpperCase()}`}
        required
        data-autofocus
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={values.amount}
        error={shown.amount}
        onChange={(event) => change({ amount: event.currentTarget.value })}
      />
      <Textarea
        label="Reason"
        description="The merchant reads it on the statement."
        required
        rows={3}
        maxLength={adjustmentLimits.reason}
        value={values.reason}
        error={shown.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
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
