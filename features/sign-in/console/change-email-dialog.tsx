import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { managed } from '@quaff/platform/console/controls/autofill'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { readableEmail, normalizeEmail } from '@quaff/platform/shared/email-address'
import { errorOf } from '@quaff/platform/shared/fields/form-fields'
import { codeField, signInFields } from '../contract'
import { ConfirmIdentityDialog } from './recent-sign-in-widget'
import { signInApi } from './sign-in-queries'

interface ChangeEmailDialogProps {
  email: string
  onClose: () => void
  onChanged: (email: string) => void
}

/** The address, proof of who asks if that was long ago, then the code from the new mailbox. */
export function ChangeEmailDialog({ email, onClose, onChanged }: ChangeEmailDialogProps) {
  const change = useChangeEmail(onChanged)
  const { step, newEmail, code, error, busy } = change
  const codeInput = useRef<HTMLInputElement>(null)
  // The dialog was open before this step: nothing else moves the focus here.
  useEffect(() => {
    if (step === 'code') codeInput.current?.focus()
  }, [step])
  if (step === 'confirmation') {
    return (
      <ConfirmIdentityDialog gate={{ attempt: change.request, back: change.back }} action="Confirm" onClose={onClose} />
    )
  }
  const isCode = step === 'code'
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isCode ? 'Check your new inbox' : 'Change email'}
      description={
        isCode
          ? `Check ${readableEmail(normalizeEmail(newEmail))} for a 6-digit code. It expires in 10 minutes.`
          : `You sign in with ${readableEmail(email)}. We’ll sign you out elsewhere and email both addresses.`
      }
      keepOnOutsideClick
      onSubmit={() => void (isCode ? change.submitCode() : change.submitAddress())}
      footer={
        <>
          <Button onClick={isCode ? change.back : onClose}>{isCode ? 'Back' : 'Cancel'}</Button>
          <Button variant="primary" type="submit" loading={busy}>
            {isCode ? 'Change email' : 'Email me a code'}
          </Button>
        </>
      }
    >
      {isCode ? (
        <div className="q-stack">
          <TextInput
            key="code"
            label="Code"
            inputMode="numeric"
            {...managed('one-time-code')}
            maxLength={codeField.maxTyped}
            ref={codeInput}
            value={code}
            error={error}
            onChange={(event) => change.typeCode(event.currentTarget.value)}
          />
          <div className="q-row">
            <Button variant="quiet" size="sm" onClick={() => void change.request()}>
              Send new code
            </Button>
          </div>
        </div>
      ) : (
        <TextInput
          key="address"
          label="New email"
          type="email"
          autoComplete="email"
          maxLength={signInFields.email.maxTyped}
          data-autofocus
          value={newEmail}
          error={error}
          onChange={(event) => change.typeEmail(event.currentTarget.value)}
        />
      )}
    </Dialog>
  )
}

/** Holds the input, so that it survives the confirmation step. */
function useChangeEmail(onChanged: (email: string) => void) {
  const [step, setStep] = useState<'address' | 'confirmation' | 'code'>('address')
  const [newEmail, setNewEmail] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (error) {
      const isLongAgo = reasonOf(error) === 'SIGN_IN_AGAIN'
      if (isLongAgo) setStep('confirmation')
      else {
        setStep((current) => (current === 'confirmation' ? 'address' : current))
        setError(specifiedText(error, 'Something went wrong. Try again.'))
      }
    } finally {
      setBusy(false)
    }
  }
  const request = () =>
    attempt(async () => {
      await signInApi.requestEmailChange.call({ newEmail: normalizeEmail(newEmail) })
      setCode('')
      setStep('code')
    })
  const submitAddress = async () => {
    const invalid = errorOf(signInFields.email, newEmail)
    setError(invalid)
    if (invalid === null) await request()
  }
  const submitCode = async () => {
    const incomplete = errorOf(codeField, code)
    setError(incomplete)
    if (incomplete !== null) return
    const digits = codeField.read(code)
    await attempt(async () => onChanged((await signInApi.confirmEmailChange.call({ code: digits })).email))
  }
  const back = () => {
    setError(null)
    setStep('address')
  }
  const typeInto = (set: (text: string) => void) => (text: string) => {
    setError(null)
    set(text)
  }
  return {
    step,
    newEmail,
    code,
    error,
    busy,
    typeEmail: typeInto(setNewEmail),
    typeCode: typeInto(setCode),
    request,
    submitAddress,
    submitCode,
    back,
  }
}
