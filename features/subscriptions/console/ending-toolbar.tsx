import { IconCalendarX, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { useWrite } from '@quaff/platform/console/forms/write/use-write'
import type { SubscriptionRecord } from '../contract'
import { subscriptionPermissions } from '../permissions'
import { CancelDialog } from './cancel-dialog'
import { subscriptionsApi } from './subscription-queries'

type EndingToolbarProps = { record: SubscriptionRecord; timeZone: string }

/** What may become of a subscription that has not ended. */
export function EndingToolbar({ record, timeZone }: EndingToolbarProps) {
  const may = useCan(subscriptionPermissions, 'subscription.cancel')
  const [asking, setAsking] = useState(false)
  const keep = useWrite<SubscriptionRecord, false>({
    call: ({ id: subscriptionId, updatedAt: expectedUpdatedAt }) =>
      subscriptionsApi.keep.call({ subscriptionId, expectedUpdatedAt }),
    keys: [subscriptionsApi.key()],
    next: (cancelAtPeriodEnd) => ({ cancelAtPeriodEnd, endsAt: null }),
    failed: 'Couldn’t keep the subscription',
    done: () => ({ title: 'Subscription kept', message: 'It renews as before.' }),
  })
  if (record.status === 'canceled') return null
  const disabledReason = may.reason ?? undefined
  return (
    <div className="q-row q-wrap">
      {record.endsAt && record.endedBy !== null && (
        <PermissionButton
          size="sm"
          icon={IconRefresh}
          disabledReason={disabledReason}
          onClick={() => keep.run(record, false)}
        >
          Keep subscription
        </PermissionButton>
      )}
      <PermissionButton size="sm" icon={IconCalendarX} disabledReason={disabledReason} onClick={() => setAsking(true)}>
        Cancel subscription…
      </PermissionButton>
      {asking && <CancelDialog record={record} timeZone={timeZone} onClose={() => setAsking(false)} />}
    </div>
  )
}
