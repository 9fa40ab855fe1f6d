import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Chip } from '@quaff/platform/console/list/list-definition'
import { merchantsApi, plansApi } from './subscription-queries'

const SEARCH_DELAY_MS = 200

/**
 * Searches on the server, because there may be thousands of merchants. The chosen one is named even if it was not
 * found.
 */
export function useMerchantFilter(chosenId: string | undefined, enabled: boolean): Chip | null {
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
  if (!enabled) return null
  const options = (found.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isListed = chosenId === undefined || options.some(({ value }) => value === chosenId)
  const label = chosen.data?.name ?? (chosen.isPending ? '…' : 'Unknown Merchant')
  return {
    label: 'Merchant',
    options: isListed ? options : [{ value: chosenId, label }, ...options],
    search: { placeholder: 'Search merchants...', onType: setTyped, state: stateOf(found) },
  }
}

/** Returns null unless a merchant or a plan is chosen. */
export function usePlanFilter(merchantId: string | undefined, chosenId: string | undefined): Chip | null {
  const plans = useQuery(
    plansApi.list.queryOptions({
      input: { merchantId: merchantId ?? '', sort: 'name', order: 'asc' },
      enabled: merchantId !== undefined,
    }),
  )
  if (merchantId === undefined && chosenId === undefined) return null
  const options = (plans.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isListed = chosenId === undefined || options.some(({ value }) => value === chosenId)
  const label = merchantId !== undefined && plans.isPending ? '…' : 'Unknown Plan'
  return { label: 'Plan', options: isListed ? options : [...options, { value: chosenId, label }] }
}

function stateOf({
  isError,
  isPending,
  isPlaceholderData,
}: Record<'isError' | 'isPending' | 'isPlaceholderData', boolean>) {
  if (isError) return 'failed'
  return isPending || isPlaceholderData ? 'loading' : 'ready'
}
