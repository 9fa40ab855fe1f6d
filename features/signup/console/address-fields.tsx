import { PlainTextField } from '@quaff/platform/console/plain-form/plain-field'
import { counterFields } from '../contract'
import type { ApplicationAnswers } from './application-draft'

interface AddressFieldsProps {
  answers: ApplicationAnswers
  faultOf: (field: string) => string | undefined
  onAnswer: (answers: Partial<ApplicationAnswers>) => void
}

const rows = [
  [{ name: 'line1', label: 'Address', autoComplete: 'address-line1' }],
  [{ name: 'line2', label: 'Suite, floor, building', autoComplete: 'address-line2' }],
  [
    { name: 'postalCode', label: 'ZIP or postal code', autoComplete: 'postal-code' },
    { name: 'city', label: 'City', autoComplete: 'address-level2' },
  ],
  [
    { name: 'region', label: 'State or region', autoComplete: 'address-level1' },
    { name: 'country', label: 'Country', autoComplete: 'country-name' },
  ],
] as const

export function AddressFields({ answers, faultOf, onAnswer }: AddressFieldsProps) {
  return rows.map((fields) => (
    <div className={fields.length === 2 ? 'two' : undefined} key={fields[0].name}>
      {fields.map(({ name, label, autoComplete }) => (
        <PlainTextField
          key={name}
          name={name}
          label={label}
          optional={counterFields[name].missing === undefined}
          fault={faultOf(name)}
          value={answers[name]}
          onChange={(value) => onAnswer({ [name]: value })}
          input={{ autoComplete, maxLength: counterFields[name].max }}
        />
      ))}
    </div>
  ))
}
