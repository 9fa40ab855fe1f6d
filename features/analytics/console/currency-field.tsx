import { Segmented } from '@quaff/platform/console/controls/choices'

interface CurrencyFieldProps {
  currencies: readonly string[]
  value: string
  onChange: (currency: string) => void
}

/** Bars compare amounts, and amounts of two currencies cannot be compared. */
export function CurrencyField({ currencies, value, onChange }: CurrencyFieldProps) {
  if (currencies.length < 2) return null
  return (
    <Segmented
      label="Currency"
      value={value}
      options={currencies.map((currency) => ({ value: currency, label: currency.toUpperCase() }))}
      onChange={onChange}
    />
  )
}
