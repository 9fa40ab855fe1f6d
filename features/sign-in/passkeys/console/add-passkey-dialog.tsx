import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { Reauthenticate } from '../../console/reauthenticate-widget'
import { NamePasskeyForm } from './name-passkey-form'
import { useAdding } from './use-adding'

interface AddPasskeyDialogProps {
  onClose: () => void
  /** Before it has its name: it counts from here on. */
  onAdded: () => void
}

export function AddPasskeyDialog({ onClose, onAdded }: AddPasskeyDialogProps) {
  const { step, busy, fault, add, back } = useAdding(onAdded)
  switch (step.view) {
    case 'start':
      return (
        <Dialog
          opened
          onClose={onClose}
          title="Add a passkey"
          keepOnOutsideClick
          footer={
            <>
              <Button onClick={onClose}>Cancel</Button>
              <Button variant="primary" loading={busy} onClick={() => void add()} data-autofocus>
                Continue
              </Button>
            </>
          }
        >
          <div className="q-stack">
            {fault !== null && (
              <Notice tone="danger" announce>
                {fault}
              </Notice>
            )}
            <p>
              Your browser asks where to keep it: on this device, in your password manager, or on your phone. From then
              on that is all you need to sign in, without a password or a code.
            </p>
          </div>
        </Dialog>
      )
    case 'confirmation':
      return (
        <Dialog
          opened
          onClose={onClose}
          title="Confirm that it is you"
          description="You signed in more than five minutes ago."
          keepOnOutsideClick
        >
          <Reauthenticate action="Confirm" onConfirmed={add} onBack={back} />
        </Dialog>
      )
    case 'added':
      return (
        <NamePasskeyForm
          title="Passkey added"
          description="You can sign in with it from now on."
          passkey={step.passkey}
          action="Done"
          onClose={onClose}
          onNamed={onAdded}
        />
      )
  }
}
