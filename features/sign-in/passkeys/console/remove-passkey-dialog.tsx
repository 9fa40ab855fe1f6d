import { useState } from 'react'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { signInApi } from '../../console/sign-in-queries'
import { ConfirmIdentityDialog, useRecentSignIn } from '../../reauthentication/console/recent-sign-in-widget'
import type { Passkey } from '../contract'

interface RemovePasskeyDialogProps {
  passkey: Passkey
  onClose: () => void
  onRemoved: () => void
}

export function RemovePasskeyDialog({ passkey, onClose, onRemoved }: RemovePasskeyDialogProps) {
  const [fault, setFault] = useState<unknown>(null)
  const gate = useRecentSignIn(async () => {
    setFault(null)
    await signInApi.removePasskey.call({ passkeyId: passkey.id })
    onRemoved()
    notifySuccess('Passkey removed')
    onClose()
  }, setFault)
  if (gate.asking) return <ConfirmIdentityDialog gate={gate} action="Confirm and remove" onClose={onClose} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Remove “${passkey.name}”?`}
      description="It no longer signs you in. Your password and mailed links still do, as do your other passkeys."
      onSubmit={() => void gate.attempt()}
      footer={
        <DialogButtons onCancel={onClose} danger loading={gate.busy}>
          Remove
        </DialogButtons>
      }
    >
      <FaultNotice
        text={fault === null ? null : verbErrorText(fault, 'The passkey could not be removed. Try again.')}
      />
      <p className="q-secondary">The device or password manager that keeps it still lists it. Delete it there, too.</p>
    </Dialog>
  )
}
