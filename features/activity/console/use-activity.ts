import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useConnection, useLiveEvents } from '@quaff/features/sessions/console/live-widget'
import { activityLimits, type ActivityType } from '../contract'
import { activityApi, activityQuery } from './activity-queries'

/** Stale after 2 min; refetched 1 s after a live event. Polls only while the live connection is down (G31). */
export function useActivity(limit: number, type: ActivityType | undefined, enabled = true) {
  const client = useQueryClient()
  const connection = useConnection()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  const activity = useQuery({ ...activityQuery(limit, type), enabled })
  const refresh = () => void client.invalidateQueries({ queryKey: activityApi.recent.key() })

  useLiveEvents(['merchant', 'audit'], () => {
    if (!enabled) return
    clearTimeout(pending.current)
    pending.current = setTimeout(refresh, activityLimits.refreshAfterEventMs)
  })
  useEffect(() => () => clearTimeout(pending.current), [])

  const isDown = connection === 'down'
  useEffect(() => {
    if (!isDown || !enabled) return
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: activityApi.recent.key() }),
      activityLimits.pollingMs,
    )
    return () => clearInterval(timer)
  }, [isDown, enabled, client])

  return activity
}
