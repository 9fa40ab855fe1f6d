import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a stable function that always calls the latest callback, so that rows need not render. */
export function useSteady<Args extends unknown[], Result>(callback: (...args: Args) => Result) {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
