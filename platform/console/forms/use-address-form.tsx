import { type FocusEvent, useMemo, useState } from 'react'
import { type AddressPart, addressParts, type TypedAddress } from '../../shared/fields/address'
import { addressFormOf, addressWarnings, countryOptions } from '../../shared/fields/address-format'
import { countryCodeOf } from '../../shared/fields/country-codes'

/** Returns the fields of an address in the order and by the names of its country. */
export function useAddressForm(values: TypedAddress) {
  const { parts, unusual, labels } = addressFormOf(values.country)
  const [filled] = useState(() => addressParts.filter((part) => values[part] !== ''))
  const shown = parts.filter((part) => !unusual.has(part) || filled.includes(part) || values[part] !== '')
  return {
    fields: shown.map((part, index) => ({ part, isWide: isAlone(shown, index) })),
    labels,
    country: useCountry(values.country),
    ...useWarnings(values),
  }
}

/** Returns the countries to choose from. A stored text that is none of them stays. */
function useCountry(stored: string) {
  const countries = useMemo(() => countryOptions(), [])
  const value = countryCodeOf(stored) ?? stored
  const isListed = value === '' || countries.some((country) => country.value === value)
  return { value, options: isListed ? countries : [{ value, label: value }, ...countries] }
}

/** Warns about a changed address when the focus leaves the element with `onBlur`. */
function useWarnings(values: TypedAddress) {
  const typed = JSON.stringify(addressParts.map((part) => values[part]))
  const [initial] = useState(typed)
  const [checked, setChecked] = useState(typed)
  return {
    warnings: checked === typed && typed !== initial ? addressWarnings(values) : [],
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setChecked(typed)
    },
  }
}

const isLine = (part: AddressPart | undefined) => part === undefined || part === 'line1' || part === 'line2'

/** Returns true for a street line, and for the last of an odd number of parts between lines. */
function isAlone(parts: readonly AddressPart[], index: number): boolean {
  if (isLine(parts[index])) return true
  const before = parts.slice(0, index).toReversed().findIndex(isLine)
  return (before === -1 ? index : before) % 2 === 0 && isLine(parts[index + 1])
}
