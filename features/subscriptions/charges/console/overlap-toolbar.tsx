import { useCan } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { useWrite } from '@quaff/platform/console/forms/write/use-write'
import { subscriptionsApi } from '../../console/subscription-queries'
import { subscriptionPermissions } from '../../permissions'

type OverlapToolbarProps = { subscriptionId: string; periodStart: Date }

/** Whether a charge that overlaps another period is paid; administrators decide. */
export function OverlapToolbar({ subscriptionId, periodStart }: OverlapToolbarProps) {
  const may = useCan(subscriptionPermissions, 'charge.decide')
  const decide = useWrite<{ id: string }, boolean>({
    call: ({ id }, pays) => subscriptionsApi.decideOverlap.call({ subscriptionId: id, periodStart, pays }),
    keys: [subscriptionsApi.key()],
    failed: 'Couldn’t save the decision',
    done: (_, pays) => ({ title: pays ? 'Charge added to the next payout' : 'Charge won’t be paid out' }),
  })
  if (may.reason !== null) return null
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
