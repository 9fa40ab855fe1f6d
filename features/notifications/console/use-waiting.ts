import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLiveEvents } from '@quaff/features/sessions/console/live-widget'
import { notificationLimits } from '../contract'
import { notificationsApi } from './notifications-queries'

/** Changes of these may add to what waits or take from it, submissions and payouts as audited ones; a burst is asked about once. */
const topics = ['user', 'merchant', 'audit'] as const

export function useWaiting() {
  const queryClient = useQueryClient()
  const query = useQuery({
    ...notificationsApi.waiting.queryOptions({ input: {} }),
    refetchInterval: notificationLimits.refetchMs,
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const refresh = () => queryClient.invalidateQueries({ queryKey: notificationsApi.waiting.key() })
  useLiveEvents(topics, () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void refresh(), notificationLimits.liveQuietMs)
  })
  return { ...query, refresh }
}
