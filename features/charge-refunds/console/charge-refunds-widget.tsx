import { TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconGavel,
  IconLockOpen,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { paymentsContract } from '@quaff/features/payments/contract'
import type { payoutsContract } from '@quaff/features/payouts/contract'
import { adjustmentOf, amountField } from '@quaff/features/payouts/progress/rules'
import { reasonOf } from '@quaff/features/reasons'
import {
  type ListRefundsInput,
  type RefundProblem,
  refundReasonField,
  type RefundRow,
  type refundsContract,
  type RefundStatus,
} from '@quaff/features/refunds/contract'
import { refundPermissions } from '@quaff/features/refunds/permissions'
import { useCan, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { formatDate, formatMoney } from '@quaff/platform/console/display/formats'
import { Notice, type StatusMeta, MetaPill } from '@quaff/platform/console/display/panel'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { ReasonField, draftFormOf, useTyped } from '@quaff/platform/console/forms/field-inputs'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { useRefetch } from '@quaff/platform/console/query-client'
import { createApi } from '@quaff/platform/console/rpc'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { isolated } from '@quaff/platform/shared/readable-text'
import classes from './charge-refunds.module.css'

type Charge = { subscriptionId: string; periodStart: Date; amount: number; corrected: number; currency: string }
type NamedCharge = Charge & { name: string }

/** Refunds and disputes of a payout's charges, or of a subscription's. Undefined until they are read. */
export const useRefunds = (of: ListRefundsInput): readonly RefundRow[] | undefined =>
  useQuery(refundsApi.list.queryOptions({ input: of })).data?.rows

/** Returns the newest charge with something left to refund, null without one, and undefined until it is known. */
export function useRefundable<One extends Omit<Charge, 'subscriptionId'>>(of: { id: string; charges: readonly One[] }) {
  const input = { subscriptionId: of.id }
  const refunds = useRefunds(input)
  if (!refunds) return undefined
  const charges = of.charges.map((charge) => ({ ...charge, ...input }))
  return charges.map((charge) => ({ ...charge, left: leftOf(charge, refunds) })).find(({ left }) => left > 0) ?? null
}

const leftOf = (charge: Charge, refunds: readonly RefundRow[]) =>
  refunds.filter(isOf(charge)).reduce((left, row) => left - takenBy(row, charge), charge.amount + charge.corrected)

const isOf =
  ({ subscriptionId, periodStart }: Charge) =>
  (row: RefundRow) =>
    row.subscriptionId === subscriptionId && row.periodStart?.getTime() === periodStart.getTime()

/** `cell` returns undefined for a charge without refunds and with nothing left to refund. */
export function useChargeRefunds(of: ListRefundsInput) {
  const refunds = useRefunds(of)
  const { allowed } = useCan(refundPermissions, 'refund.manage')
  return {
    mayHaveAny: allowed || (refunds ?? []).length > 0,
    cell(charge: NamedCharge) {
      const rows = refunds?.filter(isOf(charge)) ?? []
      const left = refunds && allowed ? leftOf(charge, refunds) : 0
      if (rows.length > 0 || left > 0)
        return <ChargeRefunds charge={{ ...charge, left }} rows={rows} allowed={allowed} />
      return undefined
    },
  }
}

type ChargeRefundsProps = { charge: NamedCharge & { left: number }; rows: readonly RefundRow[]; allowed: boolean }

function ChargeRefunds({ charge, rows, allowed }: ChargeRefundsProps) {
  const timeZone = useTimeZone()
  const [isRecording, setRecording] = useState(false)
  const [releasedId, setReleasedId] = useState<string>()
  const released = rows.find(({ id }) => id === releasedId)
  return (
    <span className="q-row q-wrap">
      {rows.map((row) => (
        <RefundMark
          key={row.id}
          row={row}
          onRelease={allowed && row.isHeld ? () => setReleasedId(row.id) : undefined}
        />
      ))}
      {charge.left > 0 && (
        <Button
          size="sm"
          variant="quiet"
          icon={IconArrowBackUp}
          className={classes.offer}
          aria-label={`Record refund… ${charge.name}, ${formatDate(charge.periodStart, 'date', { timeZone })}`}
          onClick={() => setRecording(true)}
        >
          Record refund…
        </Button>
      )}
      {isRecording && <RecordRefundDialog charge={charge} onClose={() => setRecording(false)} />}
      {released && <ReleaseDialog refund={released} onClose={() => setReleasedId(undefined)} />}
    </span>
  )
}

const takenBy = ({ status, amount, currency }: RefundRow, charge: Charge) =>
  (status === 'recorded' || status === 'lost') && currency === charge.currency ? amount : 0

type RefundMarkProps = { row: RefundRow; onRelease?: (() => void) | undefined }

export function RefundMark({ row: { status, amount, currency, reason, problem, isHeld }, onRelease }: RefundMarkProps) {
  const notes = [isHeld && 'on hold until decided', reason, problem && problemMessages[problem]].filter(Boolean)
  return (
    <span className="q-row q-wrap">
      <MetaPill meta={refundMeta[status]} />
      <span className="q-num">{formatMoney(amount, currency)}</span>
      {notes.length > 0 && <span className="q-caption">{notes.join(' · ')}</span>}
      {onRelease && (
        <Button size="sm" icon={IconLockOpen} onClick={onRelease}>
          Release charge
        </Button>
      )}
    </span>
  )
}

const refundMeta = {
  recorded: { label: 'Refunded', tone: 'neutral', icon: IconArrowBackUp },
  reversed: { label: 'Refund reversed', tone: 'neutral', icon: IconCircleX },
  open: { label: 'Dispute open', tone: 'warn', icon: IconGavel },
  won: { label: 'Dispute won', tone: 'ok', icon: IconCircleCheck },
  lost: { label: 'Dispute lost', tone: 'danger', icon: IconAlertTriangle },
} as const satisfies Record<RefundStatus, StatusMeta>

const problemMessages = {
  FOREIGN_CURRENCY: 'different currency from the charge, not counted',
  EXCEEDS_CHARGE: 'more than the charge, counted up to its amount',
} as const satisfies Record<RefundProblem, string>

function ReleaseDialog({ refund, onClose }: { refund: RefundRow; onClose: () => void }) {
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
      description={`The next payout includes it, although ${formatMoney(amount, currency)} of ${isolated(planName)} is disputed. If the dispute is lost, a later payout deducts it.`}
      guard={guard}
      saving={change}
      failed="Couldn’t release the charge"
      button="Release charge"
    />
  )
}

/** A second try with other text is still the same refund. */
const oneRefund = 'refund'

type RecordRefundDialogProps = { charge: NamedCharge & { left: number }; onClose: () => void }

/** Prefilled with what is left of the charge: most refunds are of all of it. */
export function RecordRefundDialog({ charge, onClose }: RecordRefundDialogProps) {
  const { subscriptionId, periodStart, currency, name, left } = charge
  const timeZone = useTimeZone()
  const { data: provider } = useQuery(paymentsApi.state.queryOptions({ input: {} }))
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
      notifySuccess(
        'Refund recorded',
        `${formatMoney(amountMinor, currency)} of ${isolated(name)}. The merchant’s next payout deducts it.`,
      )
      guard.leave()
    },
  )
  const submit = () => {
    const hasReason = reason.check()
    // Checked last, because its error takes the focus.
    if (amount.check() && hasReason) change.submit()
  }
  return (
    <FormDialog
      title="Record refund"
      description={`${isolated(name)}, period from ${formatDate(periodStart, 'date', { timeZone })}. The merchant’s open draft or next payout deducts it.`}
      guard={guard}
      saving={{ ...change, submit }}
      failed="Couldn’t record the refund"
      button={isAnother ? 'Record another refund' : 'Record refund'}
    >
      <Notice tone="info" title="This moves no money">
        {provider?.isSetUp
          ? 'Refund the customer in Stripe, which reports it here by itself. Record only what Stripe doesn’t report.'
          : 'Refund the customer at your payment provider too.'}
      </Notice>
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

function useRefundChange(call: () => Promise<unknown>, onDone: () => void) {
  const [refunds, payouts] = [useRefetch(refundsApi.key()), useRefetch(payoutsKey)]
  const running = useRef(false)
  const change = useMutation({
    mutationFn: call,
    onSuccess: onDone,
    onSettled: () => {
      running.current = false
      void refunds()
      void payouts()
    },
  })
  const submit = () => {
    // State comes a render too late for the second click of a double click.
    if (running.current) return
    running.current = true
    change.mutate()
  }
  return { busy: change.isPending, problem: change.error ? errorText(change.error) : undefined, submit }
}

const paymentsApi = createApi<typeof paymentsContract>('payments')
const refundsApi = createApi<typeof refundsContract>('refunds')

/** A refund also changes the payouts. */
const payoutsKey = createApi<typeof payoutsContract>('payouts').key()
