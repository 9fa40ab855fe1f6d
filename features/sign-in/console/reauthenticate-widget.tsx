import { PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSession, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { managed } from '@quaff/platform/console/controls/autofill'
import { Button } from '@quaff/platform/console/controls/button'
import { ErrorNotice } from '@quaff/platform/console/display/panel'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { useTyped } from '@quaff/platform/console/forms/field-inputs'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { codeField, knownPasswordField, type ReauthenticateInput } from '../contract'
import { isGivenUp, supportsPasskeys } from '../passkeys/console/browser-passkeys'
import { toggleProps } from './new-password-fields'
import { signInApi } from './sign-in-queries'
import { UsernameField } from './username-field-widget'

interface ReauthenticateProps {
  /** Retries the refused action. The buttons stay busy until it has settled. */
  onConfirmed: () => Promise<void>
  onBack: () => void
  /** Label of the button. Defaults to "Confirm and save". */
  action?: string
}

/** In a dialog after a SIGN_IN_AGAIN refusal: the user proves their identity again (G22). */
export function Reauthenticate({ onConfirmed, onBack, action = 'Confirm and save' }: ReauthenticateProps) {
  const { hasPassword, email } = useSessionUser()
  const hasPasskey = useHasPasskey()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const confirm = async (prove: () => Promise<ReauthenticateInput>) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await signInApi.reauthenticate.call(await prove())
      await onConfirmed()
    } catch (error) {
      setError(isGivenUp(error) ? null : specifiedText(error, 'Couldn’t check this. Try again.'))
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
  const shared = { email, busy, error, instead, onBack, action }
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

/** Unknown for users who must still set up the authenticator app. */
function useHasPasskey(): boolean {
  const { session } = useSession()
  const enabled = supportsPasskeys() && session?.mustEnrol !== true
  const { data } = useQuery({ ...signInApi.passkeys.queryOptions(), enabled })
  return data?.some(({ stoppedAt }) => stoppedAt === null) ?? false
}

interface ConfirmPasswordFormProps {
  email: string
  busy: boolean
  error: string | null
  onSubmit: (password: string) => void
  /** Another way to prove it. */
  instead: ReactNode
  onBack: () => void
  action: string
}

function ConfirmPasswordForm({ email, busy, error, instead, onSubmit, onBack, action }: ConfirmPasswordFormProps) {
  const password = useTyped(knownPasswordField)
  const { node } = password
  // The dialog was open before this step: nothing else moves the focus here.
  useEffect(() => node.current?.focus(), [node])
  return (
    <form
      className="q-stack"
      aria-label="Confirmation"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const typed = password.read()
        if (typed !== undefined) onSubmit(typed)
      }}
    >
      <UsernameField username={email} />
      <PasswordInput
        {...password.props}
        name="password"
        label="Your password"
        withAsterisk={false}
        visibilityToggleFocusable
        visibilityToggleButtonProps={toggleProps}
        error={password.props.error ?? error}
      />
      {instead}
      <div className="q-row">
        <Button className="q-end" onClick={onBack}>
          Back
        </Button>
        <Button variant="primary" type="submit" loading={busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}

interface ConfirmCodeFormProps {
  email: string
  busy: boolean
  error: string | null
  /** Emails a code; rejects with the refusal. */
  onRequest: () => Promise<void>
  onSubmit: (code: string) => void
  /** Another way to prove it. */
  instead: ReactNode
  onBack: () => void
  action: string
}

/** Serves users without a password: the emailed code proves the address. */
function ConfirmCodeForm({ email, busy, error, instead, onRequest, onSubmit, onBack, action }: ConfirmCodeFormProps) {
  const code = useTyped(codeField)
  const { node } = code
  const [mailing, setMailing] = useState<'not yet' | 'now' | 'sent'>('not yet')
  const [mailError, setMailError] = useState<string | null>(null)
  const ask = useRef<HTMLButtonElement>(null)
  // The dialog was open before this step: nothing else moves the focus here.
  useEffect(() => ask.current?.focus(), [])
  useEffect(() => {
    if (mailing === 'sent') node.current?.focus()
  }, [mailing, node])

  const request = async () => {
    if (mailing === 'now') return
    setMailing('now')
    setMailError(null)
    try {
      await onRequest()
      setMailing('sent')
    } catch (error) {
      setMailError(specifiedText(error, 'Couldn’t send the code. Try again.'))
      setMailing('not yet')
    }
  }
  const submit = () => {
    const digits = code.read()
    if (digits !== undefined) onSubmit(digits)
  }
  // Before a code was requested, the error belongs to the other method.
  const shownError = mailError ?? (mailing === 'sent' ? null : error)
  return (
    <form
      className="q-stack"
      aria-label="Confirmation"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (mailing === 'sent') submit()
        else void request()
      }}
    >
      <p className="q-secondary" role="status">
        {mailing === 'sent'
          ? `We sent a 6-digit code to ${readableEmail(email)}. It expires in 10 minutes.`
          : `We’ll email a 6-digit code to ${readableEmail(email)}.`}
      </p>
      <ErrorNotice text={shownError} />
      {mailing === 'sent' && (
        <TextInput
          {...code.props}
          label="Code"
          name="code"
          withAsterisk={false}
          inputMode="numeric"
          {...managed('one-time-code')}
          error={code.props.error ?? error}
        />
      )}
      {instead}
      <div className="q-row q-wrap">
        {mailing === 'sent' && (
          <Button variant="quiet" onClick={() => void request()}>
            Send new code
          </Button>
        )}
        <Button className="q-end" onClick={onBack}>
          Back
        </Button>
        <Button variant="primary" type="submit" loading={busy || mailing === 'now'} ref={ask}>
          {mailing === 'sent' ? action : 'Email me a code'}
        </Button>
      </div>
    </form>
  )
}
