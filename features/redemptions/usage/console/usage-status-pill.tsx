import { IconFlag } from '@tabler/icons-react'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import { RedemptionStatusPill } from '../../console/redemption-status-pill'
import type { UsageRow } from '../../usage-contract'
import { flagLabels, voidedText } from './usage-labels'
import classes from './usage.module.css'

type UsageStatusProps = { row: UsageRow; withReason?: boolean }

/** Shows flags instead of "Completed", and the reason of a void beside it. */
export function UsageStatus({ row, withReason = true }: UsageStatusProps) {
  const reason = row.status === 'voided' ? voidedText(row) : row.flags.map((flag) => flagLabels[flag]).join(', ')
  return (
    <span className={classes.status}>
      {row.flags.length > 0 ? (
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
