import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRecentSignIn } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { webhooksApi } from '../webhooks-queries'

/** One change to an endpoint, after a recent sign-in; where that is long ago, it is asked for first and what was typed stays. */
export function useEndpointChange<Answer>(call: () => Promise<Answer>, onDone: (answer: Answer) => void) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const gate = useRecentSignIn(
    async () => {
      setProblem(undefined)
      const answer = await call()
      onDone(answer)
      await client.invalidateQueries({ queryKey: webhooksApi.key() })
    },
    (error) => setProblem(errorText(error)),
  )
  return { gate, problem, busy: gate.busy, submit: () => void gate.attempt() }
}
