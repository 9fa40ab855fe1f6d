import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { useRecentSignIn } from './recent-sign-in-widget'

type Change<Answer> = {
  /** Query to invalidate afterwards. */
  key: QueryKey
  call: () => Promise<Answer>
  onDone: (answer: Answer) => void
  /** Called with the `problem` if there is no form to show it. */
  onError?: (problem: string) => void
  /** Handles refusals that belong to a field, and returns true. */
  meet?: (error: unknown) => boolean
}

/** Runs a change that needs a recent sign-in. An older sign-in is confirmed first, and the input stays. */
export function useRecentChange<Answer>({ key, call, onDone, onError, meet }: Change<Answer>) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const gate = useRecentSignIn(
    async () => {
      setProblem(undefined)
      onDone(await call())
      await client.invalidateQueries({ queryKey: key })
    },
    (error) => {
      if (!meet?.(error)) (onError ?? setProblem)(errorText(error))
    },
  )
  return { gate, problem, busy: gate.busy, submit: () => void gate.attempt() }
}
