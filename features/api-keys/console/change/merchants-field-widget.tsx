import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-options-widget'
import { mainLandmark } from '@quaff/platform/console/theme/landmark'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { keyLimits } from '../../contract'
import type { PickedMerchant } from './key-form'

const SEARCH_DELAY_MS = 200

interface MerchantsFieldProps {
  value: readonly PickedMerchant[]
  error?: React.ReactNode
  onChange: (merchants: PickedMerchant[]) => void
}

/** The server searches, since there may be thousands. */
export function MerchantsField({ value, error, onChange }: MerchantsFieldProps) {
  const [query, setQuery] = useState('')
  const [searched] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS)
  const found = useQuery({
    ...merchantsApi.options.queryOptions({ input: searched === '' ? {} : { q: searched } }),
    placeholderData: keepPreviousData,
  })
  const chosen = value.map(({ id }) => id)
  const known = [...value, ...(found.data ?? []).filter(({ id }) => !chosen.includes(id))]
  return (
    <MultiSelect
      aria-label="Merchants"
      placeholder={value.length === 0 ? 'Search merchants...' : undefined}
      data={known.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen}
      onChange={(ids) => onChange(known.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name })))}
      searchable
      openOnFocus={false}
      comboboxProps={{ position: 'top', shadow: 'md', portalProps: { target: mainLandmark() } }}
      searchValue={query}
      onSearchChange={(next) => setQuery(next.slice(0, pageLimits.maxSearchLength))}
      filter={({ options }) => options}
      hidePickedOptions
      maxValues={keyLimits.merchants}
      nothingFoundMessage={found.isError ? 'The merchants could not be loaded.' : 'No merchants found.'}
      error={error}
    />
  )
}
