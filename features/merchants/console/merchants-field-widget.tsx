import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { mainLandmark } from '@quaff/platform/console/controls/popover'
import { useSteady } from '@quaff/platform/console/use-steady'
import { ownFieldsOf } from '@quaff/platform/shared/fields/record'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { useFoundMerchants } from './merchant-queries-widget'

export type PickedMerchant = { id: string; name: string }

type Reaching = { merchants: readonly { id: string; name: string | null }[] | null }
type Reach = { merchants: PickedMerchant[]; reach: 'all' | 'some' }
const everywhere: Reach = { merchants: [], reach: 'all' }

/** The field of a record that reaches all merchants or chosen ones; it is sent as ids, null for all. */
export const reachFields = ownFieldsOf<Reaching>()({
  label: 'Merchants',
  empty: everywhere,
  read: ({ merchants }): Reach => ({
    merchants: merchants?.map(({ id, name }) => ({ id, name: name ?? id })) ?? [],
    reach: merchants ? 'some' : 'all',
  }),
  send: ({ merchants, reach }) => (reach === 'all' ? null : merchants.map(({ id }) => id)),
  errors: ({ merchants, reach }) =>
    reach === 'some' && merchants.length === 0 ? { merchants: 'Choose at least one merchant' } : {},
})

type MerchantsFieldProps = Pick<MultiSelectProps, 'label' | 'aria-label' | 'description' | 'required' | 'error'> & {
  atMost: number
  value: readonly PickedMerchant[]
  onChange: (merchants: PickedMerchant[]) => void
}

export function MerchantsField({ atMost, value, onChange, ...labels }: MerchantsFieldProps) {
  const [query, setQuery] = useState('')
  const found = useFoundMerchants(query)
  const chosenIds = value.map(({ id }) => id)
  const others = (found.data ?? []).filter(({ id }) => !chosenIds.includes(id))
  const known: PickedMerchant[] = [...value, ...others]
  const pick = (ids: string[]) =>
    onChange(known.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name })))
  const [isEntered, setEntered] = useState(false)
  const [first] = others
  const pickFirst = useSteady(() => {
    setEntered(false)
    if (!first || chosenIds.length >= atMost) return
    setQuery('')
    pick([...chosenIds, first.id])
  })
  const isFound = isEntered && found.isReady
  useEffect(() => {
    if (isFound) pickFirst()
  }, [isFound, pickFirst])
  /** Enter picks the first match, once it is found, and sends no form while a name is half typed. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || query.trim() === '' || (found.isReady && first)) return
    event.preventDefault()
    setEntered(!found.isReady)
  }
  return (
    <MultiSelect
      {...labels}
      placeholder={value.length === 0 ? 'Search merchants...' : undefined}
      data={known.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosenIds}
      onChange={pick}
      onKeyDown={onKeyDown}
      selectFirstOptionOnChange={found.isReady && query.trim() !== ''}
      searchable
      openOnFocus={false}
      // It stays open after each choice: below it would lie over the button of the dialog.
      comboboxProps={{ position: 'top', shadow: 'md', portalProps: { target: mainLandmark() } }}
      searchValue={query}
      onSearchChange={(next) => setQuery(next.slice(0, pageLimits.maxSearchLength))}
      filter={({ options }) => options}
      hidePickedOptions
      maxValues={atMost}
      nothingFoundMessage={foundNothing(found)}
    />
  )
}

function foundNothing({ isPending, isError }: { isPending: boolean; isError: boolean }): string {
  if (isPending) return 'Loading merchants...'
  return isError ? 'Couldn’t load merchants. Type to try again.' : 'No merchants found.'
}
