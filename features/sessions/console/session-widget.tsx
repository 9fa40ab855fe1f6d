import { useQueryClient } from '@tanstack/react-query'
import { use, createContext, useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { forgetUnopened, hiddenLists, writeKey } from '@quaff/platform/console/query-client'
import { inWords } from '@quaff/platform/shared/readable-text'
import type { Session, SessionUser } from '../contract'
import { sessionRefusals } from '../refusals'
import { SessionContext, type SessionState } from './session-provider'
import { useLiveStream, type LiveEvent } from './use-live-stream'
import { figuresTimeZone } from './use-merchant-selection'

export { SessionProvider } from './session-provider'
export { sessionsApi } from './sessions-queries'
export { useNavigateIfHere } from './use-navigate-if-here'
export { findPerson, findSignedIn, type SignedIn } from './use-navigate-if-here'

export type { SelectedMerchant, Selection } from './use-merchant-selection'

function useSessionState(): SessionState {
  const state = use(SessionContext)
  if (!state) throw new Error('SessionProvider is missing above this component')
  return state
}

export function useSession() {
  const { session, loading, confirmed, ended, noteEnd, isLocked, unlock, refresh, accept, signOut } = useSessionState()
  return { session, loading, confirmed, ended, noteEnd, isLocked, unlock, refresh, accept, signOut }
}

function useSignedIn(): Session {
  const { session } = useSessionState()
  if (!session) throw new Error('This component belongs inside the dashboard layout')
  return session
}

/** Inside the dashboard layout only, which requires a session. */
export function useSessionUser(): SessionUser {
  return useSignedIn().user
}

/** Set while the person looks at the console as a viewer of a merchant. */
export function usePreview(): Session['preview'] {
  return useSessionState().session?.preview
}

/** Why what a viewer may change about themself cannot be changed now. */
export function usePreviewReason(): string | undefined {
  return usePreview() && sessionRefusals.PREVIEW.text
}

/** The platform's zone: it decides "today" and "this month" of platform figures and payouts. */
export function useTimeZone(): string {
  return useSignedIn().timeZone
}

/** The zone of the figures on screen: that of the chosen merchant, else the platform's. */
export function useFiguresTimeZone(): string {
  return figuresTimeZone(useSignedIn(), useSessionState().selection)
}

export function useMerchantSelection() {
  const { selection, selectMerchant, selectAll } = useSessionState()
  return { current: selection.current, isGlobalView: selection.isGlobalView, selectMerchant, selectAll }
}

const plurals: Record<string, string> = {
  quaff_admin: 'administrators',
  merchant_owner: 'owners',
  merchant_viewer: 'viewers',
  customer: 'customers',
}

type Table<Action extends string> = Readonly<Record<Action, readonly string[]>>

/** The same table that guards the verb; `reason` says who may. */
export function useCan<Action extends string>(
  table: Table<Action>,
  action: Action,
): { allowed: boolean; reason: string | null } {
  const reason = roleReason(table, action, useSessionUser().role)
  return { allowed: reason === null, reason }
}

export function roleReason<Action extends string>(table: Table<Action>, action: Action, role: string): string | null {
  const allowedRoles = table[action]
  if (allowedRoles.includes(role)) return null
  const names = inWords(allowedRoles.map((allowed) => plurals[allowed] ?? allowed))
  return `Only ${names} can do this.`
}

export type CommandContext = {
  userId: string
  role: string
  /** The chosen merchant. */
  merchantId: string | undefined
  merchantIds: readonly string[]
}

export function useCommandContext(): CommandContext {
  const { uid: userId, role, merchantIds } = useSessionUser()
  const { current, isGlobalView } = useMerchantSelection()
  return { userId, role, merchantIds, merchantId: isGlobalView ? undefined : current?.id }
}

/** Pages of the chosen merchant that open after its Business Profile. */
export const LockedPages = createContext<readonly string[]>([])

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
