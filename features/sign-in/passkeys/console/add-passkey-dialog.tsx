import { useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { ErrorNotice } from '@quaff/platform/console/display/panel'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { ConfirmIdentityDialog } from '../../console/recent-sign-in-widget'
import type { Passkey } from '../contract'
import { isGivenUp } from './browser-passkeys'
import { NamePasskeyForm } from './name-passkey-form'

interface AddPasskeyDialogProps {
  onClose: () => void
  /** Before it has its name: it counts from here on. */
  onAdded: () => void
}

export function AddPasskeyDialog({ onClose, onAdded }: AddPasskeyDialogProps) {
  const { step, busy, error, add, back } = useAdding(onAdded)
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
            <ErrorNotice text={error} />
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

const failed = 'Something went wrong. Try again.'
const closed = 'Passkey not added. The browser prompt was closed or timed out.'

type AddingStep = { view: 'start' } | { view: 'confirmation' } | { view: 'added'; passkey: Passkey }

function useAdding(onAdded: () => void) {
  const [step, setStep] = useState<AddingStep>({ view: 'start' })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const add = async () => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      const passkey = await (await import('./web-authn')).createPasskey()
      onAdded()
      setStep({ view: 'added', passkey })
    } catch (error) {
      const isLongAgo = reasonOf(error) === 'SIGN_IN_AGAIN'
      setStep({ view: isLongAgo ? 'confirmation' : 'start' })
      if (!isLongAgo) setError(await errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const back = () => {
    setError(null)
    setStep({ view: 'start' })
  }
  return { step, busy, error, add, back }
}

async function errorText(error: unknown): Promise<string> {
  const { deviceText } = await import('./web-authn')
  return deviceText(error) ?? (isGivenUp(error) ? closed : specifiedText(error, failed))
}
