import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { ConfirmIdentityDialog } from '../../reauthentication/console/recent-sign-in-widget'
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
            <DialogButtons onCancel={onClose} loading={busy} onClick={() => void add()} data-autofocus>
              Continue
            </DialogButtons>
          }
        >
          <div className="q-stack">
            <FaultNotice text={fault} />
            <p>
              Your browser asks where to keep it: on this device, in your password manager, or on your phone. From then
              on that is all you need to sign in, without a password or a code.
            </p>
          </div>
        </Dialog>
      )
    case 'confirmation':
      return <ConfirmIdentityDialog gate={{ attempt: add, back }} action="Confirm" onClose={onClose} />
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
