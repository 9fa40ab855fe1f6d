import { IconArrowBackUp, IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListRefundsInput, RefundRow } from '@quaff/features/refunds/contract'
import { refundPermissions } from '@quaff/features/refunds/permissions'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import { RecordRefundDialog } from './record-refund-dialog'
import { problemTexts, refundLooks } from './refund-looks'
import { refundsApi } from './refunds-queries'
import { ReleaseDialog } from './release-dialog'
import classes from './charge-refunds.module.css'

export type RefundableCharge = {
  subscriptionId: string
  periodStart: Date
  amount: number
  corrected: number
  currency: string
  /** Whose charge it is, for the dialog. */
  name: string
}

/** Refunds and disputes of a payout's charges, or of a subscription's; none until they are read. */
export function useRefunds(of: ListRefundsInput): readonly RefundRow[] {
  return useQuery(refundsApi.list.queryOptions({ input: of })).data?.rows ?? []
}

const isOf =
  ({ subscriptionId, periodStart }: RefundableCharge) =>
  (row: RefundRow) =>
    row.subscriptionId === subscriptionId && row.periodStart?.getTime() === periodStart.getTime()

/** What became of one charge, and what an administrator can do about it. */
export function ChargeRefunds({ charge, refunds }: { charge: RefundableCharge; refunds: readonly RefundRow[] }) {
  const { allowed } = useCan(refundPermissions, 'refund.manage')
  const [isRecording, setRecording] = useState(false)
  const [releasedId, setReleasedId] = useState<string>()
  const rows = refunds.filter(isOf(charge))
  const released = rows.find(({ id }) => id === releasedId)
  const left = charge.amount + charge.corrected - rows.reduce((sum, row) => sum + takenBy(row, charge), 0)
  return (
    <span className="q-row q-wrap">
      {rows.map((row) => (
        <RefundMark
          key={row.id}
          row={row}
          onRelease={allowed && row.isHeld ? () => setReleasedId(row.id) : undefined}
        />
      ))}
      {allowed && left > 0 && (
        <Button
          size="sm"
          variant="quiet"
          icon={IconArrowBackUp}
          className={classes.offer}
          onClick={() => setRecording(true)}
        >
          Record refund…
        </Button>
      )}
      {isRecording && <RecordRefundDialog charge={charge} left={left} onClose={() => setRecording(false)} />}
      {released && <ReleaseDialog refund={released} onClose={() => setReleasedId(undefined)} />}
    </span>
  )
}

const takenBy = ({ status, amount, currency }: RefundRow, charge: RefundableCharge) =>
  (status === 'recorded' || status === 'lost') && currency === charge.currency ? amount : 0

type RefundMarkProps = { row: RefundRow; onRelease?: (() => void) | undefined }

export function RefundMark({ row: { status, amount, currency, reason, problem, isHeld }, onRelease }: RefundMarkProps) {
  const notes = [isHeld && 'on hold until decided', reason, problem && problemTexts[problem]].filter(Boolean)
  return (
    <span className="q-row q-wrap">
      <LookPill look={refundLooks[status]} />
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
