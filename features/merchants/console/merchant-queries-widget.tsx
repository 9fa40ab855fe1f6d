import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createApi } from '@quaff/platform/console/rpc'
import type { merchantsContract } from '../contract'

export const merchantsApi = createApi<typeof merchantsContract>('merchants')

const searchDelayMs = 200

/** Finds visible merchants by the typed text. The server searches, because there may be thousands. */
export function useFoundMerchants(typed: string) {
  const [q] = useDebouncedValue(typed.trim(), searchDelayMs)
  return useQuery({
    ...merchantsApi.options.queryOptions({ input: q === '' ? {} : { q } }),
    placeholderData: keepPreviousData,
  })
}
