import { Select, TextInput } from '@mantine/core'
import type { AddressPart, TypedAddress } from '../../shared/fields/address'
import { countryCodeOf } from '../../shared/fields/country-codes'
import { addressFields } from '../../shared/fields/form-fields'
import { searchMatcher } from '../../shared/search-text'
import { Notice } from '../display/panel'
import { inputProps } from './field-inputs'
import { useAddressForm } from './use-address-form'

const autoComplete = {
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  region: 'address-level1',
  postalCode: 'postal-code',
  country: 'country-name',
} as const satisfies Record<AddressPart, string>

interface AddressInputsProps {
  form: { values: TypedAddress; getInputProps: (part: AddressPart) => object }
  /** The required parts. */
  fields?: typeof addressFields
  /** True if the field contains the user's own data, so that the browser may autofill it. */
  isOwn?: boolean
}

export function AddressInputs({ form, fields: known = addressFields, isOwn = false }: AddressInputsProps) {
  const { fields, labels, country, warnings, onBlur } = useAddressForm(form.values)
  const names = { line1: 'Street and number', line2: 'Floor, suite (optional)', ...labels }
  const autoFill = (part: AddressPart) => (isOwn ? autoComplete[part] : 'off')
  return (
    <div className="q-stack" onBlur={onBlur}>
      <CountrySelect {...form.getInputProps('country')} {...country} autoComplete={autoFill('country')} />
      <div className="q-grid-2">
        {fields.map(({ part, isWide }) => (
          <TextInput
            key={part}
            {...inputProps(known[part])}
            label={names[part]}
            autoComplete={autoFill(part)}
            style={isWide ? { gridColumn: '1 / -1' } : undefined}
            {...form.getInputProps(part)}
          />
        ))}
      </div>
      {warnings.length > 0 && <Notice tone="warn" announce>{`${warnings.join(' ')} You can still save it.`}</Notice>}
    </div>
  )
}

interface CountrySelectProps {
  value: string
  options: { value: string; label: string }[]
  onChange?: (country: string) => void
  autoComplete: string
}

function CountrySelect({ value, options: countries, onChange, ...props }: CountrySelectProps) {
  return (
    <Select
      label="Country"
      {...props}
      data={countries}
      value={value || null}
      onChange={(chosen) => onChange?.(chosen ?? '')}
      // A name in another language, a code, or what the browser has filled in.
      onBlur={({ currentTarget }) => {
        const typed = countryCodeOf(currentTarget.value)
        if (typed !== undefined && typed !== value) onChange?.(typed)
      }}
      filter={({ options, search }) => {
        const [typed, matches] = [countryCodeOf(search), searchMatcher(search)]
        const found = options.filter((option) => 'value' in option && matches(option.label))
        const named = options.filter((option) => 'value' in option && option.value === typed)
        return [...new Set([...named, ...found])]
      }}
      searchable
      clearable
      allowDeselect={false}
      selectFirstOptionOnChange
      nothingFoundMessage="No country found"
      clearButtonProps={{ 'aria-label': 'Clear country' }}
    />
  )
}
