import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createApi } from '@quaff/platform/console/rpc'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { searchKey, searchMatcher } from '@quaff/platform/shared/search-text'
import type { merchantsContract } from '../contract'

export const merchantsApi = createApi<typeof merchantsContract>('merchants')

const searchDelayMs = 200

/** Finds visible merchants by the typed text. The server searches, because there may be thousands. */
export function useFoundMerchants(typed: string) {
  const [q] = useDebouncedValue(typed.trim(), searchDelayMs)
  const query = useQuery({
    ...merchantsApi.options.queryOptions({ input: q === '' ? {} : { q } }),
    placeholderData: keepPreviousData,
  })
  const { isPending, isError, data, isPlaceholderData } = query
  const isReady = q === typed.trim() && !isPlaceholderData && !isPending
  // Enter must not pick from the answer to other words.
  const matches = searchMatcher(typed)
  return { isPending, isError, isReady, data: isReady ? data : data?.filter(({ name }) => matches(name)) }
}

/**
 * Returns the name of another visible merchant that a reader can't tell from the typed one. The stored name of an
 * edited merchant is not looked for.
 */
export function useTakenName(typed: string, stored = ''): string | undefined {
  const isChanged = searchKey(typed) !== searchKey(stored)
  const [name] = useDebouncedValue(isChanged ? typed.trim() : '', searchDelayMs)
  const { data } = useQuery({
    ...merchantsApi.options.queryOptions({ input: { q: name.slice(0, pageLimits.maxSearchLength) } }),
    enabled: name !== '',
  })
  if (!isChanged) return undefined
  return data?.find((merchant) => searchKey(merchant.name) === searchKey(typed))?.name
}
