import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { promotionsApi } from './promotion-queries'

export function usePromotionsRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: promotionsApi.key() }), [client])
}

/** What colleagues change shows up by itself. */
export function usePromotionRefresh() {
  useLiveRefresh(['merchant'], usePromotionsRefetch())
}
