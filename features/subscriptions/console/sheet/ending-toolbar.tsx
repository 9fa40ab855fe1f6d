import { IconCalendarX, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { SubscriptionRecord } from '../../contract'
import { subscriptionPermissions } from '../../permissions'
import { subscriptionsApi } from '../subscription-queries'
import { CancelDialog } from './cancel-dialog'
import { endingErrorText } from './ending-words'

type EndingToolbarProps = { record: SubscriptionRecord; timeZone: string }

/** What may become of a subscription that has not ended. */
export function EndingToolbar({ record, timeZone }: EndingToolbarProps) {
  const client = useQueryClient()
  const may = useCan(subscriptionPermissions, 'subscription.cancel')
  const [asking, setAsking] = useState(false)
  const refetch = () => client.invalidateQueries({ queryKey: subscriptionsApi.key() })
  const keep = useMutation(
    subscriptionsApi.keep.mutationOptions({
      onSuccess: () => notifySuccess('Subscription kept', 'It no longer ends with its period.'),
      onError: (error) => notifyError('The subscription could not be kept', endingErrorText(error)),
      onSettled: refetch,
    }),
  )
  if (record.status === 'canceled') return null
  const disabledReason = may.reason ?? undefined
  return (
    <div className="q-row q-wrap">
      {record.cancelAtPeriodEnd && (
        <PermissionButton
          size="sm"
          icon={IconRefresh}
          disabledReason={disabledReason}
          loading={keep.isPending}
          onClick={() => keep.mutate({ subscriptionId: record.id, expectedUpdatedAt: record.updatedAt })}
        >
          Keep subscription
        </PermissionButton>
      )}
      <PermissionButton size="sm" icon={IconCalendarX} disabledReason={disabledReason} onClick={() => setAsking(true)}>
        Cancel subscription…
      </PermissionButton>
      {asking && <CancelDialog record={record} timeZone={timeZone} onClose={() => setAsking(false)} onDone={refetch} />}
    </div>
  )
}
