import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { managed } from '@quaff/platform/console/controls/autofill'
import { Button } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { ErrorNotice } from '@quaff/platform/console/display/panel'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { pastedCodeLength, readCode } from '@quaff/platform/shared/pasted-text'
import { Reauthenticate } from '../../console/reauthenticate-widget'
import { signInApi } from '../../console/sign-in-queries'
import { secondFactorMessages } from '../contract'
import { groupKey } from '../rules'
import { RecoveryCodesView } from './recovery-codes-view'
import classes from './second-factor.module.css'

interface EnrolmentStepsProps {
  enrolment: ReturnType<typeof useEnrolment>
  cancelLabel: string
  onCancel: () => void
  /** Called when the user has saved the recovery codes. */
  onDone: () => void
}

export function EnrolmentSteps({ enrolment, cancelLabel, onCancel, onDone }: EnrolmentStepsProps) {
  const { step, busy, error, begin, confirm, restart } = enrolment
  switch (step.view) {
    case 'start':
      return (
        <div className="q-stack">
          <ErrorNotice text={error} />
          <p>
            Use an app on your phone or in your password manager. You’ll enter its code each time you sign in. Your
            other sessions end.
          </p>
          <div className="q-row">
            <Button className="q-end" onClick={onCancel}>
              {cancelLabel}
            </Button>
            <Button variant="primary" loading={busy} onClick={() => void begin()} data-autofocus>
              Continue
            </Button>
          </div>
        </div>
      )
    case 'confirmation':
      return <Reauthenticate action="Confirm" onConfirmed={begin} onBack={restart} />
    case 'key':
      return (
        <ScanKeyForm
          uri={step.uri}
          secretKey={step.key}
          busy={busy}
          error={error}
          onSubmit={(code) => void confirm(code)}
          onBack={restart}
        />
      )
    case 'codes':
      return <RecoveryCodesView codes={step.recoveryCodes} onDone={onDone} />
  }
}

const QrCode = deferred(async () => (await import('@quaff/platform/console/display/qr-code')).QrCode)
const sixDigits = /^\d{6}$/

interface ScanKeyFormProps {
  uri: string
  secretKey: string
  busy: boolean
  error: string | null
  onSubmit: (code: string) => void
  onBack: () => void
}

/** The key as a picture and in text, then the first code that proves it has arrived. */
function ScanKeyForm({ uri, secretKey, busy, error, onSubmit, onBack }: ScanKeyFormProps) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const lead = useRef<HTMLParagraphElement>(null)
  // Not the field: a phone's keyboard would cover the QR code.
  useEffect(() => lead.current?.focus(), [])
  const submit = () => {
    const isComplete = sixDigits.test(readCode(code))
    setMissing(!isComplete)
    if (isComplete && !busy) onSubmit(readCode(code))
  }
  return (
    <form
      className="q-stack"
      noValidate
      aria-label="Set up the app"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p ref={lead} tabIndex={-1} className={classes.lead}>
        1. Scan this code with your authenticator app or password manager.
      </p>
      <div className={classes.code}>
        <QrCode text={uri} label="Code to scan with your authenticator app" />
      </div>
      <p className="q-secondary" id="typed-key">
        No camera? Enter this key in the app:
      </p>
      <p className={classes.key} aria-labelledby="typed-key">
        {groupKey(secretKey)}
      </p>
      <TextInput
        label="2. Enter the code that the app shows"
        inputMode="numeric"
        {...managed('one-time-code')}
        maxLength={pastedCodeLength}
        value={code}
        error={missing ? secondFactorMessages.code : error}
        onChange={(event) => {
          setMissing(false)
          setCode(event.currentTarget.value)
        }}
      />
      <div className="q-row">
        <Button className="q-end" onClick={onBack}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" loading={busy}>
          Turn on
        </Button>
      </div>
    </form>
  )
}

type EnrolmentStep =
  | { view: 'start' }
  | { view: 'confirmation' }
  | { view: 'key'; uri: string; key: string }
  | { view: 'codes'; recoveryCodes: string[] }

/** People copy codes with the gap in the middle. */

/** Start, prove who you are if that was long ago, scan, enter the first code, keep the recovery codes. */
export function useEnrolment() {
  const [step, setStep] = useState<EnrolmentStep>({ view: 'start' })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const attempt = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (error) {
      if (reasonOf(error) === 'SIGN_IN_AGAIN') setStep({ view: 'confirmation' })
      else setError(specifiedText(error, 'Something went wrong. Try again.'))
    } finally {
      setBusy(false)
    }
  }
  const begin = () =>
    attempt(async () => {
      const { uri, key } = await signInApi.beginSecondFactor.call({})
      setStep({ view: 'key', uri, key })
    })
  const confirm = (code: string) =>
    attempt(async () => {
      const { recoveryCodes } = await signInApi.confirmSecondFactor.call({ code })
      setStep({ view: 'codes', recoveryCodes })
    })
  const restart = () => {
    setError(null)
    setStep({ view: 'start' })
  }
  return { step, busy, error, begin, confirm, restart }
}
