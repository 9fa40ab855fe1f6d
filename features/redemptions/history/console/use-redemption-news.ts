import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLiveEvents } from '@quaff/features/sessions/console/live-widget'
import { redemptionsApi } from '../../console/redemption-queries'

const TELL_AFTER_EVENT_MS = 1_000

/**
 * Whether something was redeemed or voided since the list was read at `readAt` (milliseconds). The rows stay as they
 * are until they are asked for: newest first, each drink would move what is being read.
 */
export function useRedemptionNews(merchantId: string | undefined, readAt: number) {
  const client = useQueryClient()
  const [outdated, setOutdated] = useState<number>()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(['redemption'], (event) => {
    if (merchantId !== undefined && event.merchantId !== merchantId) return
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      setOutdated(readAt)
    }, TELL_AFTER_EVENT_MS)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
  return {
    hasNews: outdated === readAt,
    showNews: () => void client.invalidateQueries({ queryKey: redemptionsApi.list.key() }),
  }
}
