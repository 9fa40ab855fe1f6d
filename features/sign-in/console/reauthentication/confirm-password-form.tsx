import { PasswordInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { textLimits } from '@quaff/platform/shared/text'
import { toggleProps } from '../passwords/new-password-fields'

interface ConfirmPasswordFormProps {
  busy: boolean
  fault: string | null
  onSubmit: (password: string) => void
  onBack: () => void
  action: string
}

export function ConfirmPasswordForm({ busy, fault, onSubmit, onBack, action }: ConfirmPasswordFormProps) {
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The dialog was open before this step: nothing else moves the focus here.
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      className="q-stack"
      aria-label="Confirmation"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(password === '')
        if (password !== '') onSubmit(password)
      }}
    >
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        maxLength={textLimits.password}
        ref={field}
        visibilityToggleFocusable
        visibilityToggleButtonProps={toggleProps}
        value={password}
        error={missing ? 'Enter your password' : fault}
        onChange={(event) => {
          setMissing(false)
          setPassword(event.currentTarget.value)
        }}
      />
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
