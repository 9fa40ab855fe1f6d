import { IconArrowBackUp, IconUserSearch } from '@tabler/icons-react'
import { SalesButton } from '@quaff/features/merchants/console/pause-sales-widget'
import type { MerchantRecord } from '@quaff/features/merchants/contract'
import { merchantPermissions } from '@quaff/features/merchants/permissions'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import classes from './dashboard.module.css'

type CounterToolbarProps = {
  merchant: MerchantRecord | undefined
  plans: number | undefined
  /** False while nothing was ever sold: there is no one to find. */
  hasCustomers: boolean
  /** Undefined if there is nothing to void, or no right to. */
  onVoidLast: (() => void) | undefined
}

/** Jobs at the counter: within thumb's reach on a phone. What cannot be done is not shown. */
export function CounterToolbar({ merchant, plans, hasCustomers, onVoidLast }: CounterToolbarProps) {
  const mayPause = useCan(merchantPermissions, 'merchant.setLive').allowed
  return (
    <div className={classes.counter} role="group" aria-label="At the counter">
      {hasCustomers && (
        <ButtonLink to="/merchants/find-customer" variant="primary" icon={IconUserSearch}>
          Find customer
        </ButtonLink>
      )}
      {onVoidLast && (
        <Button icon={IconArrowBackUp} onClick={onVoidLast}>
          Void last
        </Button>
      )}
      {mayPause && merchant?.status === 'active' && <SalesButton merchant={merchant} plans={plans} />}
    </div>
  )
}
