import { useEffect } from 'react'

/** Fetches the code of what is likely to be opened next, while the browser has nothing else to do. */
export function useIdlePreload({ preload }: { preload: () => void }, wanted = true): void {
  useEffect(() => {
    if (!wanted || typeof requestIdleCallback !== 'function') return undefined
    const handle = requestIdleCallback(preload, { timeout: 3_000 })
    return () => cancelIdleCallback(handle)
  }, [preload, wanted])
}
