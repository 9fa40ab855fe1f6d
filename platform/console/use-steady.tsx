import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function for as long as its owner stands, which does what the latest one would: rows need not be drawn anew for it. */
export function useSteady<Args extends unknown[], Result>(callback: (...args: Args) => Result) {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
