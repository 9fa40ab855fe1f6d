import type { ChangeEvent, KeyboardEvent } from 'react'

type NormalizedInput = { value: string; normalize: (text: string) => string; onChange: (text: string) => void }

/**
 * Leaves text and caret alone while the user types; shows the normalized text when they leave the field or press Enter.
 * What is sent must be normalized too: a form can be submitted without either.
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
