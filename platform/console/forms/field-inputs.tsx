import { Textarea, TextInput, type TextInputProps } from '@mantine/core'
import type { ChangeEvent, KeyboardEvent, ReactNode } from 'react'
import { usePhoneExample } from './use-phone-example'
import type { TypedText } from './use-typed'

interface PhoneInputProps extends TextInputProps {
  /** A code or a name, as typed. */
  country: string
}

export function PhoneInput({ country, error, ...props }: PhoneInputProps) {
  const { placeholder, messageOf } = usePhoneExample(country)
  return <TextInput {...props} placeholder={placeholder} error={messageOf(error)} />
}

interface ReasonFieldProps {
  typed: TypedText
  label?: string
  description?: ReactNode
  /** Focused when the dialog opens. */
  isFirst?: boolean
}

/** Why something is done. Ctrl or Cmd with Enter sends the form from within. */
export function ReasonField({ typed, label = 'Reason', description, isFirst = true }: ReasonFieldProps) {
  return (
    <Textarea
      label={label}
      description={description}
      data-autofocus={isFirst || undefined}
      rows={3}
      {...typed.props}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}

type NormalizedInput = { value: string; normalize: (text: string) => string; onChange: (text: string) => void }

/**
 * Leaves text and caret alone while the user types, and shows the normalized text on blur or Enter. Normalize the
 * submitted value too, because a form can be submitted without either.
 */
export function normalizedInput({ value, normalize, onChange }: NormalizedInput) {
  const settle = () => {
    if (normalize(value) !== value) onChange(normalize(value))
  }
  return {
    value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
    onBlur: settle,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') settle()
    },
  }
}
