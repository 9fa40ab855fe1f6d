import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { MerchantRecord } from '../../contract'
import { errorText } from '../error-text'
import { merchantsApi } from '../merchant-queries'
import { useMerchantsRefetch } from '../use-merchant-refresh'
import { isStale } from '@quaff/platform/console/forms/stale-notice'

/**
 * Runs one verb on a merchant as it was when the dialog opened: if somebody was faster the server refuses, the typed
 * text stays, and `reload` shows the merchant as it is now.
 */
export function useMerchantVerb(opened: MerchantRecord) {
  const client = useQueryClient()
  const refetch = useMerchantsRefetch()
  const [merchant, setMerchant] = useState(opened)
  const [problem, setProblem] = useState<string>()
  const [stale, setStale] = useState(false)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  const run = async <Answer>(verb: () => Promise<Answer>): Promise<Answer | undefined> => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      const answer = await verb()
      void refetch()
      return answer
    } catch (error) {
      setStale(isStale(error))
      setProblem(isStale(error) ? undefined : errorText(error))
      return undefined
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const reload = async () => {
    const input = { merchantId: merchant.id }
    try {
      setMerchant(await client.fetchQuery({ ...merchantsApi.get.queryOptions({ input }), staleTime: 0 }))
      setStale(false)
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return { merchant, problem, stale, busy, run, reload }
}
