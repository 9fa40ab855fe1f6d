import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilterDefinition } from '@quaff/platform/console/list/filter-chips'
import { merchantsApi, plansApi } from './subscription-queries'

const SEARCH_DELAY_MS = 200

/** The server looks for merchants, since there may be thousands; the chosen one is named even where it was not found. */
export function useMerchantFilter(chosenId: string | undefined, enabled: boolean): FilterDefinition | undefined {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS)
  const found = useQuery({
    ...merchantsApi.options.queryOptions({ input: q === '' ? {} : { q }, enabled }),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery(
    merchantsApi.get.queryOptions({
      input: { merchantId: chosenId ?? '' },
      enabled: enabled && chosenId !== undefined,
    }),
  )
  if (!enabled) return undefined
  const options = (found.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isListed = chosenId === undefined || options.some(({ value }) => value === chosenId)
  const label = chosen.data?.name ?? (chosen.isPending ? '…' : 'Unknown Merchant')
  return {
    id: 'merchantId',
    label: 'Merchant',
    kind: 'search',
    options: isListed ? options : [{ value: chosenId, label }, ...options],
    search: { placeholder: 'Search merchants...', onType: setTyped, state: stateOf(found) },
  }
}

/** The plans of the merchant; absent while none is chosen. */
export function usePlanFilter(
  merchantId: string | undefined,
  chosenId: string | undefined,
): FilterDefinition | undefined {
  const plans = useQuery(
    plansApi.list.queryOptions({
      input: { merchantId: merchantId ?? '', sort: 'name', order: 'asc' },
      enabled: merchantId !== undefined,
    }),
  )
  if (merchantId === undefined && chosenId === undefined) return undefined
  const options = (plans.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isListed = chosenId === undefined || options.some(({ value }) => value === chosenId)
  const label = merchantId !== undefined && plans.isPending ? '…' : 'Unknown Plan'
  return {
    id: 'planId',
    label: 'Plan',
    kind: 'select',
    options: isListed ? options : [...options, { value: chosenId, label }],
  }
}

function stateOf({
  isError,
  isPending,
  isPlaceholderData,
}: Record<'isError' | 'isPending' | 'isPlaceholderData', boolean>) {
  if (isError) return 'failed'
  return isPending || isPlaceholderData ? 'loading' : 'ready'
}
