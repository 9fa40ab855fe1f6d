import { Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { errorOf, type TypedField } from '@quaff/platform/shared/fields/form-fields'
import { usePhoneExample } from './use-phone-example'

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

const looks = {
  line: {},
  lines: {},
  word: {},
  secret: {},
  email: { type: 'email' },
  phone: { type: 'tel' },
  website: { type: 'url', inputMode: 'url', placeholder: 'https://' },
} as const satisfies Record<TypedField['kind'], object>

/** Input attributes that depend on the field's state. */
export const inputProps = (field: TypedField) => ({
  ...looks[field.kind],
  required: field.missing !== undefined,
  maxLength: field.maxTyped,
})

/** The same with label and hint, of a field of a record. */
export const labelledInputProps = (field: TypedField & { label: string; hint?: string }) => ({
  ...inputProps(field),
  label: field.label,
  description: field.hint,
})

type Input = HTMLInputElement | HTMLTextAreaElement

/** A single field of a dialog: what is typed, and what is wrong with it from the attempt to send on. */
export function useTyped(field: TypedField, initial = '') {
  const [value, setValue] = useState(initial)
  const [error, setError] = useState<string>()
  const node = useRef<Input>(null)
  const refuse = (message: string) => {
    setError(message)
    node.current?.focus()
  }
  const check = (): boolean => {
    const found = errorOf(field, value)
    if (found !== null) refuse(found)
    return found === null
  }
  const text = field.read(value)
  return {
    node,
    value,
    initial,
    set: setValue,
    text,
    isDirty: value !== initial,
    isSecret: field.isSecret === true,
    refuse,
    forgive: () => setError(undefined),
    check,
    /** Undefined, with the reason at the field, while it is not valid. */
    read: (): string | undefined => (check() ? text : undefined),
    props: {
      ...inputProps(field),
      ref: (input: Input | null) => {
        node.current = input
      },
      value,
      error: error,
      onChange: (event: ChangeEvent<Input>) => {
        setError(undefined)
        setValue(event.currentTarget.value)
      },
    },
  }
}
export type TypedText = ReturnType<typeof useTyped>

/** Holds a value that is chosen, not typed; its JSON text is compared. */
export function useChoice<Value>(initial: Value) {
  const [value, set] = useState(initial)
  const [first] = useState(initial)
  return { value, initial: first, set, isDirty: JSON.stringify(value) !== JSON.stringify(first) }
}

export interface DialogField {
  value: unknown
  initial: unknown
  isDirty: boolean
  isSecret?: boolean
  set(value: never): void
}
export type DialogFields = Readonly<Record<string, DialogField>>

export const isAnyDirty = (fields: DialogFields) => Object.values(fields).some(({ isDirty }) => isDirty)

/** Returns the fields of a dialog as the form of a draft, without the secret ones. */
export function draftFormOf(fields: DialogFields) {
  const partValues = (part: 'value' | 'initial'): Record<string, unknown> =>
    Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => (field.isSecret ? [] : [[name, field[part]]])))
  return {
    values: partValues('value'),
    getInitialValues: () => partValues('initial'),
    setValues: (values: Record<string, unknown>) => {
      for (const [name, value] of Object.entries(values)) fields[name]?.set(value as never)
    },
  }
}
