import { useEffect, useSyncExternalStore } from 'react'
import { tabStore } from '../tab-store'

const RELOADED = 'reloaded-from'
let known: string | undefined
let isOutdated = false
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The first version that the server names is the one this page was loaded from. */
export function reportVersion(version: string) {
  known ??= version
  if (isOutdated || version === known) return
  isOutdated = true
  for (const listener of listeners) listener()
}

/** Whether the server runs another version than this page. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => isOutdated)
}

/** For a page that the new version only has: nothing is typed on it yet. A second time would go on for ever. */
export function useReloadOnce(wanted: boolean) {
  const isNew = useNewVersion()
  useEffect(() => {
    if (!wanted || !isNew || tabStore.get(RELOADED) === known) return
    tabStore.set(RELOADED, known ?? '')
    window.location.reload()
  }, [wanted, isNew])
}
