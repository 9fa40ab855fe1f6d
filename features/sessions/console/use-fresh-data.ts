import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { notifyError } from '@quaff/platform/console/frame/notify'
import type { Session } from '../contract'
import { sessionsApi } from './sessions-queries'

/**
 * Drops what was read with other rights before the screen is drawn: of a preview, or of the person who was signed in
 * before. `accepted` is the person who signed in from this tab; a change by another tab is announced.
 */
export function useFreshData(session: Session | null, accepted: string | undefined) {
  const queryClient = useQueryClient()
  const merchantId = session?.preview?.merchantId ?? null
  const { uid, email } = session?.user ?? {}
  const shown = useRef({ merchantId, uid })
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { merchantId, uid: uid ?? before.uid }
    const isOther = before.uid !== undefined && uid !== undefined && before.uid !== uid
    if (!isOther && before.merchantId === merchantId) return
    const own = hashKey(sessionsApi.current.queryKey())
    queryClient.getMutationCache().clear()
    void queryClient.resetQueries({ predicate: ({ queryHash }) => queryHash !== own })
    if (isOther && uid !== accepted)
      notifyError(`You’re now signed in as ${email}`, 'Another tab signed in with this account.', undefined, 'person')
  }, [queryClient, merchantId, uid, email, accepted])
}
