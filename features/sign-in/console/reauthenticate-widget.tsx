import { useState } from 'react'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import type { ReauthenticateInput } from '../contract'
import { ConfirmCodeForm } from '../reauthentication/console/confirm-code-form'
import { ConfirmPasswordForm } from '../reauthentication/console/confirm-password-form'
import { signInApi } from './sign-in-queries'

interface ReauthenticateProps {
  /** Goes on with what was refused; the buttons stay busy until it has settled. */
  onConfirmed: () => Promise<void>
  onBack: () => void
  /** On the button; "Confirm and save" when left out. */
  action?: string
}

/** Inside a dialog, after a refusal with SIGN_IN_AGAIN: whoever is signed in proves it once more (G22). */
export function Reauthenticate({ onConfirmed, onBack, action = 'Confirm and save' }: ReauthenticateProps) {
  const { hasPassword, email } = useSessionUser()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  const confirm = async (proof: ReauthenticateInput) => {
    if (busy) return
    setBusy(true)
    setFault(null)
    try {
      await signInApi.reauthenticate.call(proof)
      await onConfirmed()
    } catch (error) {
      setFault(specifiedText(error, 'This could not be checked. Try again.'))
    } finally {
      setBusy(false)
    }
  }
  const shared = { busy, fault, onBack, action }
  if (hasPassword) return <ConfirmPasswordForm {...shared} onSubmit={(password) => void confirm({ password })} />
  return (
    <ConfirmCodeForm
      {...shared}
      email={email}
      onRequest={async () => {
        await signInApi.requestReauthenticationCode.call({})
      }}
      onSubmit={(code) => void confirm({ code })}
    />
  )
}
