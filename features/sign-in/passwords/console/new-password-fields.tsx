import { PasswordInput } from '@mantine/core'
import { textLimits } from '@quaff/platform/shared/text'
import { refusesCommon } from './common-password-widget'

interface NewPasswordFieldsProps {
  /** Props of the two inputs, from the form. */
  password: object
  confirmation: object
  onFault: (text: string) => void
}

export const toggleProps = { 'aria-label': 'Show password', 'aria-hidden': false }

export function NewPasswordFields({ password, confirmation, onFault }: NewPasswordFieldsProps) {
  const shared = {
    autoComplete: 'new-password',
    maxLength: textLimits.password,
    visibilityToggleFocusable: true,
    visibilityToggleButtonProps: toggleProps,
  }
  return (
    <>
      <PasswordInput label="Password" {...shared} {...password} {...refusesCommon(onFault)} />
      <PasswordInput label="Confirm password" {...shared} {...confirmation} />
    </>
  )
}
