import { useCan } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { useWrite } from '@quaff/platform/console/forms/write/use-write'
import { subscriptionPermissions } from '../permissions'
import { subscriptionsApi } from './subscription-queries'

type OverlapToolbarProps = { subscriptionId: string; periodStart: Date; isPaid: boolean }

/** Decides whether a charge that overlaps another period is paid, or that one that is paid was reviewed. Administrators only. */
export function OverlapToolbar({ subscriptionId, periodStart, isPaid }: OverlapToolbarProps) {
  const may = useCan(subscriptionPermissions, 'charge.decide')
  const decide = useWrite<{ id: string }, boolean>({
    call: ({ id }, pays) => subscriptionsApi.decideOverlap.call({ subscriptionId: id, periodStart, pays }),
    keys: [subscriptionsApi.key()],
    failed: 'Couldn’t save the decision',
    done: (_, pays) => {
      if (isPaid) return { title: 'Charge marked as reviewed' }
      return { title: pays ? 'Charge added to the next payout' : 'Charge won’t be paid out' }
    },
  })
  if (may.reason !== null) return null
  if (isPaid)
    return (
      <PermissionButton size="sm" onClick={() => decide.run({ id: subscriptionId }, true)}>
        Mark as reviewed
      </PermissionButton>
    )
  return (
    <span className="q-row">
      <PermissionButton size="sm" onClick={() => decide.run({ id: subscriptionId }, true)}>
        Pay
      </PermissionButton>
      <PermissionButton size="sm" onClick={() => decide.run({ id: subscriptionId }, false)}>
        Don’t pay
      </PermissionButton>
    </span>
  )
}
