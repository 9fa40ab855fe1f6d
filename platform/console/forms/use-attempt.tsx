import { useCallback, useRef, useState } from 'react'
import { errorText } from './error-text'

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

/**
 * Runs one task at a time and ignores clicks during it. Uses a ref, because a second click may come before the next
 * render.
 */
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
