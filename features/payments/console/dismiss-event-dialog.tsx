import { useRecentChange, ConfirmIdentityDialog } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { UnmatchedEvent } from '../contract'
import { paymentsApi } from './payments-queries'

export function DismissEventDialog({ event, onClose }: { event: UnmatchedEvent; onClose: () => void }) {
  const guard = useCloseGuard(false, onClose)
  const change = useRecentChange({
    key: paymentsApi.key(),
    call: () => paymentsApi.dismiss.call({ eventId: event.eventId }),
    onDone: () => {
      notifySuccess('Event dismissed')
      onClose()
    },
  })
  if (change.gate.asking)
    return <ConfirmIdentityDialog gate={change.gate} action="Confirm and dismiss" onClose={onClose} />
  return (
    <FormDialog
      title="Dismiss this event?"
      description="It won’t be applied or retried. Later events of the same subscription still count."
      guard={guard}
      saving={change}
      failed="Couldn’t dismiss the event"
      button="Dismiss event"
      danger
    />
  )
}
