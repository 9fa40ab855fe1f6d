import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { redemptionsApi } from '../redemption-queries'
import { useConnection, useLiveEvents } from '@quaff/features/sessions/console/live-widget'

const REFRESH_AFTER_EVENT_MS = 1_000
/** Only while the live connection is down. */
const POLLING_MS = 30_000
/** "Last hour" runs down by itself, without an event. */
const AGEING_MS = 60_000

/** One reading a second at most, however many drinks are handed out. */
export function useLiveCounter(merchantId: string) {
  const client = useQueryClient()
  const isDown = useConnection() === 'down'
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  const counter = useQuery(
    redemptionsApi.live.queryOptions({
      input: { merchantId },
      staleTime: 0,
      refetchInterval: ({ state }) => (isDown ? POLLING_MS : (state.data?.lastHour ?? 0) > 0 && AGEING_MS),
    }),
  )
  useLiveEvents(['redemption'], (event) => {
    if (event.merchantId !== merchantId) return
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      void client.invalidateQueries({ queryKey: redemptionsApi.live.key() })
    }, REFRESH_AFTER_EVENT_MS)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
  return counter
}
