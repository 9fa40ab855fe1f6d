import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { PromotionRow } from '../contract'
import type { RowFault } from './use-promotion-writes'
import classes from './promotions.module.css'

/** What failed, on the row where it failed. */
export function RowFaultNotice({ fault, row }: { fault: RowFault | undefined; row: PromotionRow }) {
  if (!fault) return null
  return (
    <span className={classes.fault} role="alert">
      <Glyph icon={IconAlertCircle} size={14} />
      <span>{fault.message}</span>
      <Button size="sm" icon={IconRefresh} onClick={() => fault.retry(row)}>
        Retry
      </Button>
    </span>
  )
}
