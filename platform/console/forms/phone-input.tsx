import { TextInput, type TextInputProps } from '@mantine/core'
import { usePhoneExample } from './use-phone-example'

interface PhoneInputProps extends TextInputProps {
  /** A code or a name, as typed. */
  country: string
}

export function PhoneInput({ country, error, ...props }: PhoneInputProps) {
  const { placeholder, messageOf } = usePhoneExample(country)
  return <TextInput {...props} placeholder={placeholder} error={messageOf(error)} />
}
