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
          title="Add passkey"
          keepOnOutsideClick
          footer={
            <DialogButtons onCancel={onClose} loading={busy} onClick={() => void add()} data-autofocus>
              Continue
            </DialogButtons>
          }
        >
          <div className="q-stack">
            <FaultNotice text={fault} />
            <p>Your browser asks where to save it. You then sign in with it alone, without a password or code.</p>
          </div>
        </Dialog>
      )
    case 'confirmation':
      return <ConfirmIdentityDialog gate={{ attempt: add, back }} action="Confirm" onClose={onClose} />
    case 'added':
      return (
        <NamePasskeyForm
          title="Passkey added"
          description="You can now sign in with it."
          passkey={step.passkey}
          action="Done"
          onClose={onClose}
          onNamed={onAdded}
        />
      )
  }
}
