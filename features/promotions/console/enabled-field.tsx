import { Switch } from '@mantine/core'
import { Hint } from '@quaff/platform/console/controls/hint'
import type { PromotionRow } from '../contract'
import { enableRefusal, promotionTitle } from '../rules'
import { knownId } from './use-promotion-writes'
import classes from './promotions.module.css'

type EnabledFieldProps = {
  row: PromotionRow
  /** Undefined: may be changed. */
  disabledReason?: string
  busy: boolean
  onEnable: () => void
  onDisable: () => void
}

/** The switch of one merchant and promotion; one that may not be changed stays reachable and says why. */
export function EnabledField({ row, disabledReason, busy, onEnable, onDisable }: EnabledFieldProps) {
  const reason = disabledReason ?? ownReason(row)
  const toggle = () => {
    if (reason !== undefined || busy) return
    if (row.enabled) onDisable()
    else onEnable()
  }
  const control = (
    <Switch
      aria-label={`${promotionTitle(row.promotionId)} at ${row.merchantName}`}
      checked={row.enabled}
      aria-disabled={reason !== undefined || busy || undefined}
      aria-busy={busy || undefined}
      aria-description={reason}
      onChange={toggle}
      className={classes.toggle}
    />
  )
  if (reason === undefined) return control
  return <Hint text={reason}>{control}</Hint>
}

function ownReason(row: PromotionRow): string | undefined {
  if (!knownId(row)) return 'This promotion is no longer available.'
  return row.enabled ? undefined : enableRefusal(row.merchantStatus)?.message
}
