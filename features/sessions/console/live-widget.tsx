import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { forgetUnopened, hiddenLists, writeKey } from '@quaff/platform/console/query-client'
import { useSession } from './session-widget'
import { useLiveStream, type LiveEvent } from './use-live-stream'

export { reportNetwork, reportReadsOnly, useConnection, useReadsOnly } from './use-live-stream'
export type { LiveEvent } from './use-live-stream'

const REFRESH_AFTER_EVENT_MS = 1_000

type Listen = (listener: (event: LiveEvent) => void) => () => void

const LiveContext = createContext<Listen | null>(null)

/** One stream for the whole console. A change of the own account reloads the session (spec §4, admin-record watch). */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { refresh, noteEnd, isLocked } = useSession()
  const listeners = useRef(new Set<(event: LiveEvent) => void>())
  const client = useQueryClient()
  useLiveStream({
    onEvent: (event) => {
      forgetUnopened(client)
      void hiddenLists.outdate(client)
      for (const listener of listeners.current) listener(event)
    },
    onSessionChange: () => void refresh(),
    onEnded: noteEnd,
    isPaused: isLocked,
  })
  const listen = useCallback<Listen>((listener) => {
    const all = listeners.current
    all.add(listener)
    return () => all.delete(listener)
  }, [])
  return <LiveContext value={listen}>{children}</LiveContext>
}

/** `topics` may be written in place; `onEvent` is always the latest one. */
export function useLiveEvents(topics: readonly string[], onEvent: (event: LiveEvent) => void) {
  const listen = use(LiveContext)
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  const wanted = topics.join(' ')
  const topicSet = useMemo(() => new Set(wanted.split(' ')), [wanted])
  useEffect(() => {
    if (!listen) return
    return listen((event) => {
      if (topicSet.has(event.topic)) latest.current(event)
    })
  }, [listen, topicSet])
}

/**
 * Refetches at most once per second and keeps the current data until then. `concerns` returns true for relevant
 * events.
 */
export function useLiveRefresh(
  topics: readonly string[],
  refetch: () => Promise<unknown>,
  concerns: (event: LiveEvent) => boolean = () => true,
): void {
  const client = useQueryClient()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refreshLater = () => {
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      // A refetch during an optimistic write would restore the old state.
      if (client.isMutating({ mutationKey: writeKey }) > 0) refreshLater()
      else void refetch()
    }, REFRESH_AFTER_EVENT_MS)
  }
  useLiveEvents(topics, (event) => {
    if (concerns(event)) refreshLater()
  })
  useEffect(() => () => clearTimeout(pending.current), [])
}
