import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { merchantsApi } from './merchant-queries'

/** Reads everything about merchants anew. */
export function useMerchantsRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: merchantsApi.key() }), [client])
}

/** What colleagues change shows up by itself. */
export function useMerchantRefresh() {
  useLiveRefresh(['merchant'], useMerchantsRefetch())
}
