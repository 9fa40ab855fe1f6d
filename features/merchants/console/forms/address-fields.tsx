import { TextInput } from '@mantine/core'
import { textLimits } from '@quaff/platform/shared/text'
import type { ProfileFormApi } from './merchant-contact-fields'
import type { addressFields } from './profile-form'

const labels = {
  line1: 'Street and number',
  line2: 'Floor, suite (optional)',
  city: 'City',
  region: 'State or region',
  postalCode: 'Postal code',
  country: 'Country',
} as const satisfies Record<(typeof addressFields)[number], string>

export function AddressFields({ form }: { form: ProfileFormApi }) {
  const field = (name: keyof typeof labels) => (
    <TextInput label={labels[name]} autoComplete="off" maxLength={textLimits.short} {...form.getInputProps(name)} />
  )
  return (
    <fieldset className="q-stack">
      <legend className="q-h3">Address</legend>
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
