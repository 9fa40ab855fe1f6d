import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { useRefetch } from '@quaff/platform/console/query-client'
import { payoutsKey, refundsApi } from './refunds-queries'

/** Sends once per click and reads again what a refund changes. */
export function useRefundChange(call: () => Promise<unknown>, onDone: () => void) {
  const [refunds, payouts] = [useRefetch(refundsApi.key()), useRefetch(payoutsKey)]
  const running = useRef(false)
  const change = useMutation({
    mutationFn: call,
    onSuccess: onDone,
    onSettled: () => {
      running.current = false
      void refunds()
      void payouts()
    },
  })
  const submit = () => {
    // State comes a render too late for the second click of a double click.
    if (running.current) return
    running.current = true
    change.mutate()
  }
  return { busy: change.isPending, problem: change.error ? errorText(change.error) : undefined, submit }
}
