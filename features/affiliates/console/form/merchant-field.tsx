import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-options-widget'
import { pageLimits } from '@quaff/platform/shared/pagination'

const SEARCH_DELAY_MS = 200
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

/** Of the merchants that the reader may see: the server searches, since there may be thousands. */
export function MerchantField({ value, name, withPlatform, error, onChange, ...path }: MerchantFieldProps) {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(value !== null && name !== undefined ? { value, label: name } : undefined)
  const [searched] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS)
  const isChoice = searched === '' || searched === chosen?.label || searched === 'Platform'
  const found = useQuery({
    ...merchantsApi.options.queryOptions({ input: isChoice ? {} : { q: searched } }),
    placeholderData: keepPreviousData,
  })
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
      description={withPlatform ? 'Links of a merchant are theirs to see and to change.' : undefined}
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
      nothingFoundMessage={found.isError ? 'The merchants could not be loaded.' : 'No merchants found.'}
      error={error}
      {...path}
    />
  )
}
