import { PasswordInput } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { knownPasswordField } from '../../contract'
import { toggleProps } from '../../passwords/console/new-password-fields'
import { UsernameField } from '../../passwords/console/username-field-widget'

interface ConfirmPasswordFormProps {
  email: string
  busy: boolean
  fault: string | null
  onSubmit: (password: string) => void
  /** Another way to prove it. */
  instead: ReactNode
  onBack: () => void
  action: string
}

export function ConfirmPasswordForm({
  email,
  busy,
  fault,
  instead,
  onSubmit,
  onBack,
  action,
}: ConfirmPasswordFormProps) {
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
        autoComplete="current-password"
        visibilityToggleFocusable
        visibilityToggleButtonProps={toggleProps}
        error={password.props.error ?? fault}
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
