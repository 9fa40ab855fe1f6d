import { Select } from '@mantine/core'
import { useState } from 'react'
import { useFoundMerchants } from '@quaff/features/merchants/console/merchant-options-widget'
import { pageLimits } from '@quaff/platform/shared/pagination'

const platform = 'platform'

type MerchantFieldProps = {
  value: string | null
  /** Of the value, where it is known. */
  name: string | undefined
  /** Offers the platform itself. */
  withPlatform: boolean
  error?: React.ReactNode
  'data-path'?: string
  onChange: (merchantId: string | null) => void
}

export function MerchantField({ value, name, withPlatform, error, onChange, ...path }: MerchantFieldProps) {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(value !== null && name !== undefined ? { value, label: name } : undefined)
  const isChoice = query.trim() === chosen?.label || query.trim() === 'Platform'
  const found = useFoundMerchants(isChoice ? '' : query)
  const options = (found.data ?? []).map((merchant) => ({ value: merchant.id, label: merchant.name }))
  const others = options.filter((option) => option.value !== chosen?.value)
  const known = [
    ...(withPlatform ? [{ value: platform, label: 'Platform' }] : []),
    ...(chosen ? [chosen] : []),
    ...others,
  ]
  return (
    <Select
      label="Owner"
      required
      description={withPlatform ? 'The merchant can see and edit this link.' : undefined}
      placeholder="Search merchants..."
      data={known}
      value={value ?? (withPlatform ? platform : null)}
      onChange={(id) => {
        setChosen(known.find((option) => option.value === id && id !== platform))
        onChange(id === platform ? null : id)
      }}
      allowDeselect={false}
      searchable
      searchValue={query}
      onSearchChange={(next) => setQuery(next.slice(0, pageLimits.maxSearchLength))}
      filter={({ options: all }) => all}
      nothingFoundMessage={found.isError ? 'Couldn’t load merchants.' : 'No merchants found.'}
      error={error}
      {...path}
    />
  )
}
