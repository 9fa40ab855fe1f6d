import { PasswordInput } from '@mantine/core'
import { textLimits } from '@quaff/platform/shared/text'
import { refusesCommon } from './common-password-widget'
import { UsernameField } from './username-field-widget'

interface NewPasswordFieldsProps {
  /** The account's email; empty if unknown. */
  username: string
  /** Props of the two inputs, from the form. */
  password: object
  confirmation: object
  onError: (text: string) => void
}

export const toggleProps = { 'aria-label': 'Show password', 'aria-hidden': false }

export function NewPasswordFields({ username, password, confirmation, onError }: NewPasswordFieldsProps) {
  const shared = {
    autoComplete: 'new-password',
    maxLength: textLimits.password,
    visibilityToggleFocusable: true,
    visibilityToggleButtonProps: toggleProps,
  }
  return (
    <>
      <UsernameField username={username} />
      <PasswordInput label="Password" name="password" {...shared} {...password} {...refusesCommon(onError)} />
      <PasswordInput label="Confirm password" name="confirmPassword" {...shared} {...confirmation} />
    </>
  )
}
