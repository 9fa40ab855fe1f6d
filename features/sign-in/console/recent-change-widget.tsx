import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { useRecentSignIn } from './recent-sign-in-widget'

type Change<Answer> = {
  /** Of what is read again afterwards. */
  key: QueryKey
  call: () => Promise<Answer>
  onDone: (answer: Answer) => void
  /** Where there is no form to show the `problem` in. */
  onFault?: (problem: string) => void
  /** Takes a refusal that stands at a field of the form. */
  meet?: (error: unknown) => boolean
}

/** One change after a recent sign-in; where that is long ago, it is asked for first and what was typed stays. */
export function useRecentChange<Answer>({ key, call, onDone, onFault, meet }: Change<Answer>) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const gate = useRecentSignIn(
    async () => {
      setProblem(undefined)
      onDone(await call())
      await client.invalidateQueries({ queryKey: key })
    },
    (error) => {
      if (!meet?.(error)) (onFault ?? setProblem)(errorText(error))
    },
  )
  return { gate, problem, busy: gate.busy, submit: () => void gate.attempt() }
}
