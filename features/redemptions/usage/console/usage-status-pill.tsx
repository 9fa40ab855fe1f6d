import { IconFlag } from '@tabler/icons-react'
import { StatusPill } from '@quaff/platform/console/display/panel'
import { RedemptionStatusPill } from '../../console/redemption-status-pill'
import type { UsageRow } from '../../usage-contract'
import { isWaiting } from '../../usage-rules'
import { flagsText, voidedText } from './usage-labels'
import classes from './usage.module.css'

/** Shows flags that wait for a check instead of "Completed", and the reason of a void beside it. */
export function UsageStatus({ row, withReason = true }: { row: UsageRow; withReason?: boolean }) {
  const reason = row.status === 'voided' ? voidedText(row) : flagsText(row)
  return (
    <span className={classes.status}>
      {isWaiting(row) ? (
        <StatusPill tone="warn" icon={IconFlag}>
          Flagged
        </StatusPill>
      ) : (
        <RedemptionStatusPill status={row.status} />
      )}
      {withReason && reason && (
        <span className={`q-caption ${classes.reason}`} title={reason}>
          {reason}
        </span>
      )}
    </span>
  )
}
