import { useQueryClient } from '@tanstack/react-query'
import { useRecentSignIn } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { paymentsApi } from './payments-queries'

/** One act on an event, after a recent sign-in; where that is long ago, it is asked for first. */
export function usePaymentChange<Answer>(
  call: () => Promise<Answer>,
  onDone: (answer: Answer) => void,
  onFault: (problem: string) => void,
) {
  const client = useQueryClient()
  const gate = useRecentSignIn(
    async () => {
      onDone(await call())
      await client.invalidateQueries({ queryKey: paymentsApi.key() })
    },
    (error) => onFault(errorText(error)),
  )
  return { gate, busy: gate.busy, submit: () => void gate.attempt() }
}
