import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { secondFactorTexts } from '../contract'
import { groupKey } from '../rules'
import { oneLine } from './use-enrolment'
import classes from './second-factor.module.css'

const QrCode = deferred(async () => (await import('@quaff/platform/console/display/qr/qr-code')).QrCode)
const sixDigits = /^\d{6}$/

interface ScanKeyFormProps {
  uri: string
  secretKey: string
  busy: boolean
  fault: string | null
  onSubmit: (code: string) => void
  onBack: () => void
}

/** The key as a picture and in text, then the first code that proves it has arrived. */
export function ScanKeyForm({ uri, secretKey, busy, fault, onSubmit, onBack }: ScanKeyFormProps) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const lead = useRef<HTMLParagraphElement>(null)
  // Not the field: a phone's keyboard would cover what is to be scanned.
  useEffect(() => lead.current?.focus(), [])
  const submit = () => {
    const isComplete = sixDigits.test(oneLine(code))
    setMissing(!isComplete)
    if (isComplete && !busy) onSubmit(oneLine(code))
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
        autoComplete="one-time-code"
        maxLength={8}
        value={code}
        error={missing ? secondFactorTexts.code : fault}
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
