import type { InputHTMLAttributes } from 'react'
import { PlainLinesField, PlainSelectField, PlainTextField } from '@quaff/platform/console/plain-form/plain-field'
import type { FormField } from '../../fields/contract'
import { answerLimits, type FieldKind } from '../../fields/rules'
import { OptionsField } from './options-field'
import { PictureField } from './picture-field'

interface QuestionFieldProps {
  field: FormField
  value: string
  picture: File | undefined
  fault: string | undefined
  onType: (value: string) => void
  onPicture: (picture: File | undefined) => void
}

/** The element that a fault of this question leads to. */
export const questionId = ({ id }: Pick<FormField, 'id'>) => `question-${id}`

export function QuestionField({ field, value, picture, fault, onType, onPicture }: QuestionFieldProps) {
  const { kind, label, help, required, options } = field
  const asked = { name: questionId(field), label, optional: !required, help: help === '' ? undefined : help, fault }
  const maxLength = answerLimits[kind]
  switch (kind) {
    case 'long':
    case 'address':
      return (
        <PlainLinesField
          {...asked}
          rows={kind === 'long' ? 4 : 2}
          autoComplete={kind === 'address' ? 'street-address' : undefined}
          maxLength={maxLength}
          value={value}
          onChange={onType}
        />
      )
    case 'dropdown':
      return (
        <PlainSelectField
          {...asked}
          value={value}
          onChange={onType}
          options={[{ value: '', label: 'Choose…' }, ...options.map((option) => ({ value: option, label: option }))]}
        />
      )
    case 'choice':
      return <OptionsField {...asked} field={field} value={value} onChange={onType} />
    case 'image':
      return <PictureField {...asked} picture={picture} onChange={onPicture} />
    case 'business_name':
    case 'email':
    case 'short':
    case 'website':
      return <PlainTextField {...asked} input={{ ...inputs[kind], maxLength }} value={value} onChange={onType} />
  }
}

const inputs = {
  business_name: { autoComplete: 'organization' },
  email: { type: 'email', autoComplete: 'email' },
  short: { autoComplete: 'off' },
  website: { type: 'url', autoComplete: 'url', placeholder: 'https://', autoCapitalize: 'none' },
} as const satisfies Partial<Record<FieldKind, InputHTMLAttributes<HTMLInputElement>>>
