import { useCallback, useRef, useState } from 'react'
import { errorText } from './error-text'

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

/** Runs one piece of work at a time: whatever is pressed meanwhile does nothing. A ref, since a second click may come before the drawing. */
export function useSingleRun(): [busy: boolean, run: (work: () => Promise<void>) => Promise<void>] {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = useCallback(async (work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }, [])
  return [busy, run]
}
