import { TextInput } from '@mantine/core'
import { Button } from '@quaff/platform/console/controls/button'
import { textLimits } from '@quaff/platform/shared/text'
import { addressParts, type LocationAddress } from '../../contract'
import type { LocationForm } from './location-form-values'

const labels = {
  line1: 'Street and number',
  line2: 'Floor, suite (optional)',
  city: 'City',
  region: 'State or region',
  postalCode: 'Postal code',
  country: 'Country',
} as const satisfies Record<(typeof addressParts)[number], string>

interface AddressFieldsProps {
  form: LocationForm
  merchantAddress: LocationAddress
}

export function AddressFields({ form, merchantAddress }: AddressFieldsProps) {
  const field = (part: keyof typeof labels) => (
    <TextInput label={labels[part]} autoComplete="off" maxLength={textLimits.short} {...form.getInputProps(part)} />
  )
  const isBlank = addressParts.every((part) => form.values[part].trim() === '')
  const known = addressParts.some((part) => merchantAddress[part])
  return (
    <fieldset className="q-stack">
      <legend className="q-h3">Address</legend>
      {isBlank && known && (
        <span>
          <Button size="sm" onClick={() => form.setValues(merchantAddress)}>
            Use the business address
          </Button>
        </span>
      )}
      {field('line1')}
      {field('line2')}
      <div className="q-grid-2">
        {field('city')}
        {field('region')}
        {field('postalCode')}
        {field('country')}
      </div>
    </fieldset>
  )
}
