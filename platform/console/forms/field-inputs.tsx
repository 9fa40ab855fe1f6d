import { Textarea, TextInput } from '@mantine/core'
import type { ChangeEvent, KeyboardEvent, ReactNode } from 'react'
import type { AddressPart } from '../../shared/fields/address'
import { addressFields } from '../../shared/fields/form-fields'
import { inputProps, type TypedText } from './use-typed'

const inputs = {
  line1: { label: 'Street and number', autoComplete: 'address-line1' },
  line2: { label: 'Floor, suite (optional)', autoComplete: 'address-line2' },
  city: { label: 'City', autoComplete: 'address-level2' },
  region: { label: 'State or region', autoComplete: 'address-level1' },
  postalCode: { label: 'Postal code', autoComplete: 'postal-code' },
  country: { label: 'Country', autoComplete: 'country-name' },
} as const satisfies Record<AddressPart, object>

interface AddressInputsProps {
  form: { getInputProps: (part: AddressPart) => object }
  /** The required parts. */
  fields?: typeof addressFields
  /** True if the field contains the user's own data, so that the browser may autofill it. */
  isOwn?: boolean
}

export function AddressInputs({ form, fields = addressFields, isOwn = false }: AddressInputsProps) {
  const input = (part: AddressPart) => (
    <TextInput
      {...inputProps(fields[part])}
      label={inputs[part].label}
      autoComplete={isOwn ? inputs[part].autoComplete : 'off'}
      {...form.getInputProps(part)}
    />
  )
  return (
    <>
      {input('line1')}
      {input('line2')}
      <div className="q-grid-2">
        {input('city')}
        {input('region')}
        {input('postalCode')}
        {input('country')}
      </div>
    </>
  )
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
