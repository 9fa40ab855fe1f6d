import { TextInput } from '@mantine/core'
import { type AddressPart } from '@quaff/platform/shared/fields/address'
import { addressFields } from '@quaff/platform/shared/fields/form-fields'
import { inputLooks } from './use-typed'

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
  /** Which parts are needed. */
  fields?: typeof addressFields
  /** Whoever fills this in has the address: the browser may offer it. */
  isOwn?: boolean
}

export function AddressInputs({ form, fields = addressFields, isOwn = false }: AddressInputsProps) {
  const input = (part: AddressPart) => (
    <TextInput
      {...inputLooks(fields[part])}
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
