import { useCallback, useState } from 'react'
import { errorText } from '../forms/error-text'
import { useSingleRun } from './use-single-run'

/** One try at a time, and why the last one failed, in words. */
export function useAttempt() {
  const [busy, run] = useSingleRun()
  const [problem, setProblem] = useState<string>()
  const attempt = useCallback(
    (work: () => Promise<unknown>, unconfirmed?: string) =>
      run(async () => {
        setProblem(undefined)
        try {
          await work()
        } catch (error) {
          setProblem(errorText(error, unconfirmed))
        }
      }),
    [run],
  )
  return { busy, problem, attempt }
}
