import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useNewVersion } from './release'

const NAME = 'MissingCode'
const RETRY_MS = 4_000
const missingStyles = new Set<HTMLLinkElement>()

/** Why code that is fetched when it is needed did not come. */
export type MissingReason = 'offline' | 'outdated' | 'unreachable'

/** Listens for code and styles that do not come. */
export function watchCode() {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = NAME
    // The router knows such a fault by its words and would reload the document, of which nothing is left without a network.
    payload.message = `Missing code: ${payload.message}`
  })
  const noteStyle = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target)
  }
  // Faults of elements do not bubble.
  window.addEventListener('error', noteStyle, { capture: true })
}

export const isMissingCode = (error: unknown) => error instanceof Error && error.name === NAME

/** The bundler asks for a sheet once: without this, what is fetched again would stand there without its styles. */
export async function fetchMissingStyles(): Promise<void> {
  const waits = [...missingStyles].map((link) => {
    missingStyles.delete(link)
    const again = link.cloneNode() as HTMLLinkElement
    const settled = new Promise<void>((resolve, reject) => {
      again.addEventListener('load', () => resolve())
      again.addEventListener('error', () => reject(Object.assign(new Error(again.href), { name: NAME })))
    })
    link.replaceWith(again)
    return settled
  })
  await Promise.all(waits)
}

function subscribeToNetwork(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function useMissingReason(): MissingReason {
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  const isOutdated = useNewVersion()
  if (!isOnline) return 'offline'
  return isOutdated ? 'outdated' : 'unreachable'
}

/** Tries by itself for as long as something is missing: every few seconds, and when the network is back. */
export function useRetry(retry: () => void, wanted = true) {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (!wanted) return undefined
    const run = () => latest.current()
    const timer = setInterval(() => navigator.onLine && run(), RETRY_MS)
    window.addEventListener('online', run)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', run)
    }
  }, [wanted])
}
