import { useState } from 'react'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { ErrorNotice } from '@quaff/platform/console/display/panel'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import { ConfirmIdentityDialog, useRecentSignIn } from '../../console/recent-sign-in-widget'
import { signInApi } from '../../console/sign-in-queries'
import type { Passkey } from '../contract'

interface RemovePasskeyDialogProps {
  passkey: Passkey
  onClose: () => void
  onRemoved: () => void
}

export function RemovePasskeyDialog({ passkey, onClose, onRemoved }: RemovePasskeyDialogProps) {
  const [error, setError] = useState<unknown>(null)
  const gate = useRecentSignIn(async () => {
    setError(null)
    await signInApi.removePasskey.call({ passkeyId: passkey.id })
    onRemoved()
    notifySuccess('Passkey removed')
    onClose()
  }, setError)
  if (gate.asking) return <ConfirmIdentityDialog gate={gate} action="Confirm and remove" onClose={onClose} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Remove “${isolated(passkey.name)}”?`}
      description="You can still sign in with your password, an email link or another passkey."
      onSubmit={() => void gate.attempt()}
      footer={
        <DialogButtons onCancel={onClose} danger loading={gate.busy}>
          Remove
        </DialogButtons>
      }
    >
      <ErrorNotice text={error === null ? null : verbErrorText(error, 'Couldn’t remove the passkey. Try again.')} />
      <p className="q-secondary">Delete it from your device or password manager too.</p>
    </Dialog>
  )
}
