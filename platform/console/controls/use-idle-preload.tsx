import { QueryClientContext, type QueryClient } from '@tanstack/react-query'
import { use, useEffect } from 'react'

const LOOK_AGAIN_MS = 200
/** A page that is never idle preloads after this timeout. */
const patience = { timeout: 3_000 }

/** Loads code that is likely to be needed next while the browser is idle, and not in parallel with the page's data. */
export function useIdlePreload({ preload }: { preload: () => void }, wanted = true): void {
  // Public forms have none: they wait for no data.
  const queryClient = use(QueryClientContext)
  useEffect(() => (wanted ? runWhenQuiet(queryClient, preload) : undefined), [preload, queryClient, wanted])
}

/** Answers with what calls it off. */
function runWhenQuiet(queryClient: QueryClient | undefined, run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  // A response that just arrived is not rendered yet, so two quiet checks in a row are required.
  let wasQuiet = false
  const look = () => {
    const isQuiet = !queryClient?.isFetching()
    if (isQuiet && wasQuiet) return run()
    wasQuiet = isQuiet
    timer = setTimeout(request, LOOK_AGAIN_MS)
  }
  const request = () => {
    handle = requestIdleCallback(look, patience)
  }
  let handle = requestIdleCallback(look, patience)
  return () => {
    clearTimeout(timer)
    cancelIdleCallback(handle)
  }
}
