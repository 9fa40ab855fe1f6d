import { Dialog } from '@quaff/platform/console/controls/dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { EnrolmentSteps, useEnrolment } from './enrolment-step'

interface EnrolDialogProps {
  onClose: () => void
  /** Also called if the dialog closes on the recovery codes: the app is on by then. */
  onTurnedOn: () => void
}

export function EnrolDialog({ onClose, onTurnedOn }: EnrolDialogProps) {
  const enrolment = useEnrolment()
  const isOn = enrolment.step.view === 'codes'
  const finish = () => {
    onTurnedOn()
    notifySuccess('Authenticator app turned on', 'You’ll enter its code each time you sign in.')
  }
  return (
    <Dialog
      opened
      onClose={isOn ? finish : onClose}
      title={isOn ? 'Your recovery codes' : 'Set up an authenticator app'}
      keepOnOutsideClick
    >
      <EnrolmentSteps enrolment={enrolment} cancelLabel="Cancel" onCancel={onClose} onDone={finish} />
    </Dialog>
  )
}
