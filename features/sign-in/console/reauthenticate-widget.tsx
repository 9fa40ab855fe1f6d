import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import type { ReauthenticateInput } from '../contract'
import { isGivenUp, supportsPasskeys } from '../passkeys/console/browser-passkeys'
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
  const hasPasskey = useHasPasskey()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  const confirm = async (prove: () => Promise<ReauthenticateInput>) => {
    if (busy) return
    setBusy(true)
    setFault(null)
    try {
      await signInApi.reauthenticate.call(await prove())
      await onConfirmed()
    } catch (error) {
      setFault(isGivenUp(error) ? null : specifiedText(error, 'Couldn’t check this. Try again.'))
    } finally {
      setBusy(false)
    }
  }
  const showPasskey = async () => {
    const { answerWithPasskey } = await import('../passkeys/console/web-authn')
    return answerWithPasskey(await signInApi.beginPasskeyReauthentication.call({}))
  }
  const instead = hasPasskey && (
    <div className="q-row">
      <Button variant="quiet" size="sm" onClick={() => void confirm(showPasskey)}>
        Use a passkey instead
      </Button>
    </div>
  )
  const shared = { email, busy, fault, instead, onBack, action }
  if (hasPassword)
    return <ConfirmPasswordForm {...shared} onSubmit={(password) => void confirm(async () => ({ password }))} />
  return (
    <ConfirmCodeForm
      {...shared}
      onRequest={async () => {
        await signInApi.requestReauthenticationCode.call({})
      }}
      onSubmit={(code) => void confirm(async () => ({ code }))}
    />
  )
}

/** Whoever still has to set up the authenticator app is not told. */
function useHasPasskey(): boolean {
  const { session } = useSession()
  const enabled = supportsPasskeys() && session?.mustEnrol !== true
  const { data } = useQuery({ ...signInApi.passkeys.queryOptions(), enabled })
  return data?.some(({ stoppedAt }) => stoppedAt === null) ?? false
}
