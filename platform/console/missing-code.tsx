import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from './controls/button'
import { Notice } from './display/panel'
import { tabStore } from './tab-store'
import notify from './frame/notify.module.css'

const NAME = 'MissingCode'
const RETRY_MS = 4_000
const missingStyles = new Set<HTMLLinkElement>()

/** Why code that is fetched when it is needed did not come. */
type MissingReason = 'offline' | 'outdated' | 'unreachable'

/** Listens for code and styles that do not come. */
export function watchCode() {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = NAME
    // The router recognizes such an error by its message and would reload the document, which fails without a network.
    payload.message = `Missing code: ${payload.message}`
  })
  const noteStyle = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target)
  }
  // Faults of elements do not bubble.
  window.addEventListener('error', noteStyle, { capture: true })
}

export const isMissingCode = (error: unknown) => error instanceof Error && error.name === NAME

/** The bundler requests a style sheet once. Without this, a chunk that loads on retry would have no styles. */
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

function useMissingReason(): MissingReason {
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  const isOutdated = useNewVersion()
  if (!isOnline) return 'offline'
  return isOutdated ? 'outdated' : 'unreachable'
}

/** Tries by itself for as long as something is missing: every few seconds, and when the network is back. */
function useRetry(retry: () => void, wanted = true) {
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

/** Returns true if the server runs another version than this page. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => isOutdated)
}

/**
 * Reloads once for a page that only the new version has; nothing has been typed there yet. A second reload could
 * loop.
 */
export function useReloadOnce(wanted: boolean) {
  const isNew = useNewVersion()
  useEffect(() => {
    if (!wanted || !isNew || tabStore.get(RELOADED) === known) return
    tabStore.set(RELOADED, known ?? '')
    window.location.reload()
  }, [wanted, isNew])
}

const words = {
  offline: { title: 'You’re offline', text: 'This opens when you’re back online.' },
  outdated: { title: 'A new version is ready', text: 'Save your changes, then reload to open this.' },
  unreachable: { title: 'Couldn’t load this', text: 'Retrying…' },
} as const satisfies Record<MissingReason, { title: string; text: string }>

interface MissingNoticeProps {
  onRetry: () => Promise<unknown>
  onClose?: () => void
}

export function MissingNotice({ onRetry, onClose }: MissingNoticeProps) {
  const reason = useMissingReason()
  const [isTrying, setIsTrying] = useState(false)
  useRetry(() => void onRetry(), reason !== 'outdated')
  const retry = async () => {
    setIsTrying(true)
    await onRetry()
    setIsTrying(false)
  }
  const action = (
    <span className="q-row">
      {reason !== 'outdated' && (
        <Button size="sm" icon={IconRefresh} loading={isTrying} onClick={() => void retry()}>
          Retry
        </Button>
      )}
      {reason !== 'offline' && (
        <Button size="sm" onClick={() => window.location.reload()}>
          Reload
        </Button>
      )}
      {onClose && (
        <Button size="sm" variant="quiet" onClick={onClose}>
          Dismiss
        </Button>
      )}
    </span>
  )
  return (
    <Notice tone="warn" icon={IconPlugConnectedX} title={words[reason].title} action={action} announce>
      {words[reason].text}
    </Notice>
  )
}

let missing: readonly MissingNoticeProps[] = []

function change(next: readonly MissingNoticeProps[]) {
  missing = next
  for (const listener of listeners) listener()
}

/** Shows one notice for all missing parts without a place in the page, such as dialogs, where toasts appear. */
export function MissingPart({ onRetry, onClose }: MissingNoticeProps) {
  useEffect(() => {
    const part = { onRetry, onClose }
    change([...missing, part])
    return () => change(missing.filter((other) => other !== part))
  }, [onRetry, onClose])
  return null
}

export function MissingPartsHost() {
  const parts = useSyncExternalStore(subscribe, () => missing)
  if (parts.length === 0) return null
  const closers = parts.flatMap(({ onClose }) => onClose ?? [])
  const closeAll = () => {
    for (const close of closers) close()
  }
  return (
    <div className={`${notify.place} ${notify.missing}`}>
      <MissingNotice
        onRetry={() => Promise.all(parts.map(({ onRetry }) => onRetry()))}
        onClose={closers.length > 0 ? closeAll : undefined}
      />
    </div>
  )
}
