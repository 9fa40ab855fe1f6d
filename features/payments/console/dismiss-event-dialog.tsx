import { RecentFormDialog, useRecentChange } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { UnmatchedEvent } from '../contract'
import { paymentsApi } from './payments-queries'

export function DismissEventDialog({ event, onClose }: { event: UnmatchedEvent; onClose: () => void }) {
  const change = useRecentChange({
    key: paymentsApi.key(),
    call: () => paymentsApi.dismiss.call({ eventId: event.eventId }),
    onDone: () => {
      notifySuccess('Event dismissed')
      onClose()
    },
  })
  return (
    <RecentFormDialog
      title="Dismiss this event?"
      description="It won’t be applied or retried. Later events of the same subscription still count."
      change={change}
      confirm="Confirm and dismiss"
      onClose={onClose}
      failed="Couldn’t dismiss the event"
      button="Dismiss event"
      danger
    />
  )
}
