import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { Session } from '../../contract'
import { sessionsApi } from '../sessions-queries'

/** In every tab: what was read with other rights is neither shown any longer nor kept. Before the screen is drawn. */
export function useFreshDataOnPreview(session: Session | null) {
  const queryClient = useQueryClient()
  const merchantId = session?.preview?.merchantId ?? null
  const shown = useRef(merchantId)
  useLayoutEffect(() => {
    if (shown.current === merchantId) return
    shown.current = merchantId
    const own = hashKey(sessionsApi.current.queryKey())
    queryClient.getMutationCache().clear()
    void queryClient.resetQueries({ predicate: ({ queryHash }) => queryHash !== own })
  }, [queryClient, merchantId])
}
