import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

export interface LeaveGuard {
  /** Somebody wants to go while work is under way. */
  asking: boolean
  stay: () => void
  leave: () => void
}

/** Holds a change of the page until the person has decided; closing the tab asks with the browser's own words. */
export function useLeaveGuard(busy: boolean): LeaveGuard {
  const history = useRouter({ warn: false })?.history
  const decide = useRef<((blocked: boolean) => void) | null>(null)
  const [asking, setAsking] = useState(false)
  const answer = (blocked: boolean) => {
    decide.current?.(blocked)
    decide.current = null
    setAsking(false)
  }
  useEffect(() => {
    if (!busy || !history) return
    const release = history.block({
      enableBeforeUnload: true,
      blockerFn: () =>
        new Promise<boolean>((resolve) => {
          // Who asks twice means the second page.
          decide.current?.(true)
          decide.current = resolve
          setAsking(true)
        }),
    })
    return () => {
      release()
      // The work has ended meanwhile: nothing keeps anybody here.
      decide.current?.(false)
      decide.current = null
      setAsking(false)
    }
  }, [busy, history])
  return { asking, stay: () => answer(true), leave: () => answer(false) }
}
