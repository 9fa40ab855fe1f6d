import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveEvents } from '@quaff/features/sessions/console/session-widget'
import { createApi } from '@quaff/platform/console/rpc'
import type { bankingContract } from '../contract'

export const bankingApi = createApi<typeof bankingContract>('banking')

export function useBankOverview(merchantId: string) {
  useBankRefresh(merchantId)
  return useQuery(bankingApi.get.queryOptions({ input: { merchantId } }))
}

export function useBankOnFile(merchantId: string) {
  useBankRefresh(merchantId)
  return useQuery(bankingApi.onFile.queryOptions({ input: { merchantId } }))
}

function useBankRefresh(merchantId: string) {
  const queryClient = useQueryClient()
  useLiveEvents(['merchant'], (event) => {
    if (event.subjectId === merchantId) void queryClient.invalidateQueries({ queryKey: bankingApi.key() })
  })
}
