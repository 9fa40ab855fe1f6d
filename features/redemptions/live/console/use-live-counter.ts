import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useConnection, useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { redemptionsApi } from '../../console/redemption-queries'

/** Only while the live connection is down. */
const POLLING_MS = 30_000
/** "Last hour" runs down by itself, without an event. */
const AGEING_MS = 60_000

/** One reading a second at most, however many drinks are handed out. */
export function useLiveCounter(merchantId: string) {
  const client = useQueryClient()
  const isDown = useConnection() === 'down'
  const counter = useQuery(
    redemptionsApi.live.queryOptions({
      input: { merchantId },
      staleTime: 0,
      refetchInterval: ({ state }) => (isDown ? POLLING_MS : (state.data?.lastHour ?? 0) > 0 && AGEING_MS),
    }),
  )
  useLiveRefresh(
    ['redemption'],
    () => client.invalidateQueries({ queryKey: redemptionsApi.live.key() }),
    (event) => event.merchantId === merchantId,
  )
  return counter
}
