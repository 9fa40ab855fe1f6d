import { PasswordInput } from '@mantine/core'
import { textLimits } from '@quaff/platform/shared/text'

interface NewPasswordFieldsProps {
  /** Props of the two inputs, from the form. */
  password: object
  confirmation: object
}

export const toggleProps = { 'aria-label': 'Show password', 'aria-hidden': false }

export function NewPasswordFields({ password, confirmation }: NewPasswordFieldsProps) {
  const shared = {
    autoComplete: 'new-password',
    maxLength: textLimits.password,
    visibilityToggleFocusable: true,
    visibilityToggleButtonProps: toggleProps,
  }
  return (
    <>
      <PasswordInput label="Password" {...shared} {...password} />
      <PasswordInput label="Confirm password" {...shared} {...confirmation} />
    </>
  )
}
