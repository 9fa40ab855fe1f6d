import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { DraftOwner, dropDrafts, hasChangedForm } from '@quaff/platform/console/forms/changed-forms'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { readableEmail } from '@quaff/platform/shared/email-address'
import type { EndReason, Session } from '../contract'
import { sessionsApi } from './sessions-queries'
import { noteNoData } from './use-live-stream'
import { type SelectedMerchant, type Selection, useSelectionState } from './use-merchant-selection'
import { storedSession, useOwnCsvDialect } from './use-stored-session'

const RETRY_MS = 4_000

export interface SessionState {
  session: Session | null
  /** True until the session is known from the server or the last visit. */
  loading: boolean
  /** The server has answered since the page was opened. */
  confirmed: boolean
  /** Why the session ended, unless the user signed out. */
  ended: EndReason | null
  /** The session ended over a changed form, which waits out of sight until the same person signs in again. */
  isLocked: boolean
  /** Gives the form up, for a sign-in with another account. */
  unlock: () => void
  noteEnd: (why: EndReason) => void
  selection: Selection
  selectMerchant: (merchant: SelectedMerchant) => void
  selectAll: () => void
  /** Number of merchant switches in this tab. */
  countSwitches: () => number
  refresh: () => Promise<void>
  /** Takes over a session that a sign-in call has just answered with. */
  accept: (session: Session) => Promise<void>
  /** Resolves to false if the person has signed in again before a late answer, from another tab. */
  signOut: () => Promise<boolean>
}

export const SessionContext = createContext<SessionState | null>(null)

export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  // Read once: from here on the server's answer counts, and the stored copy only follows it.
  const [stored] = useState(storedSession.read)
  const query = useQuery({
    ...sessionsApi.current.queryOptions(),
    // Without any response there is nothing to show, so it retries until the server is back.
    refetchInterval: ({ state }) => (state.data === undefined && state.status === 'error' ? RETRY_MS : false),
  })
  const confirmed = query.data !== undefined
  const current = confirmed ? query.data : (stored?.session ?? null)
  const [hasLeft, setHasLeft] = useState(false)
  const [endReason, noteEnd] = useState<EndReason>('other')
  const { session, isLocked } = useLock(current, !hasLeft && mayReturn[endReason])
  const { selection, lasting, selectMerchant, selectAll, countSwitches } = useSelectionState(session, stored)
  const [accepted, setAccepted] = useState<string>()
  useFreshData(session, accepted)
  useOwnCsvDialect(confirmed ? session?.user : undefined)
  const [wasSignedIn, setWasSignedIn] = useState(stored !== null)
  if (session && !wasSignedIn) setWasSignedIn(true)
  const ended = confirmed && !current && wasSignedIn && !hasLeft ? endReason : null

  useEffect(() => {
    if (!confirmed) return
    if (!current) storedSession.clear()
    else storedSession.write({ session: current, current: lasting.current, isGlobalView: lasting.isGlobalView })
  }, [confirmed, current, lasting])

  const { dataUpdatedAt } = query
  // Another tab clears it after a slow answer from before the sign-in here. Written again, it makes that tab ask again.
  useEffect(() => {
    if (current && storedSession.read() === null)
      storedSession.write({ session: current, current: lasting.current, isGlobalView: lasting.isGlobalView })
  }, [dataUpdatedAt, current, lasting])

  useEffect(() => {
    window.addEventListener('focus', storedSession.noteUse)
    return () => window.removeEventListener('focus', storedSession.noteUse)
  }, [])

  const refresh = useCallback(async () => {
    await queryClient.invalidateQueries({ queryKey: sessionsApi.current.queryKey() })
  }, [queryClient])

  const isOther = useCallback(() => {
    const known = queryClient.getQueryData(sessionsApi.current.queryKey())
    return known !== undefined && known?.user.uid !== storedSession.read()?.session.user.uid
  }, [queryClient])
  // After a sign-in or sign-out in another tab this one asks the server again.
  useEffect(() => storedSession.subscribe(() => void (isOther() && refresh())), [isOther, refresh])
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      if (!isOther()) return void refresh()
      // The browser kept this page of someone who has signed out, and received no news of it.
      document.body.hidden = true
      window.location.reload()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [isOther, refresh])

  const settle = useCallback(
    async (next: Session | null) => {
      // A pending response belongs to the previous user.
      await queryClient.cancelQueries()
      const own = hashKey(sessionsApi.current.queryKey())
      queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== own })
      queryClient.getMutationCache().clear()
      noteNoData()
      queryClient.setQueryData(sessionsApi.current.queryKey(), next)
    },
    [queryClient],
  )
  const accept = useCallback(
    async (next: Session) => {
      setHasLeft(false)
      setAccepted(next.user.uid)
      noteEnd('other')
      // The open form keeps the data that it was rendered from.
      if (isLocked && next.user.uid === session?.user.uid) {
        // A slow answer from before the sign-in would end the session again.
        await queryClient.cancelQueries({ queryKey: sessionsApi.current.queryKey() })
        queryClient.setQueryData(sessionsApi.current.queryKey(), next)
      } else await settle(next)
    },
    [settle, queryClient, isLocked, session],
  )
  const signOut = useCallback(async () => {
    const known = () => queryClient.getQueryState(sessionsApi.current.queryKey())
    const readAt = known()?.dataUpdatedAt
    const { continueAt } = await sessionsApi.signOut.call({})
    if (known()?.data && known()?.dataUpdatedAt !== readAt) {
      await refresh()
      if (known()?.data) return false
    }
    setHasLeft(true)
    storedSession.clearPerson()
    dropDrafts()
    await settle(null)
    // A session from single sign-on also ends at the provider.
    if (continueAt !== undefined) window.location.assign(continueAt)
    return true
  }, [settle, queryClient, refresh])

  const state = useMemo(
    () => ({
      session,
      loading: !confirmed && session === null,
      confirmed,
      ended,
      noteEnd,
      isLocked,
      unlock: () => setHasLeft(true),
      selection,
      selectMerchant,
      selectAll,
      countSwitches,
      refresh,
      accept,
      signOut,
    }),
    [
      session,
      confirmed,
      ended,
      isLocked,
      selection,
      selectMerchant,
      selectAll,
      countSwitches,
      refresh,
      accept,
      signOut,
    ],
  )
  return (
    <SessionContext value={state}>
      <DraftOwner value={session?.user.uid}>{children}</DraftOwner>
    </SessionContext>
  )
}

/** By reason of the end: whether the same user may sign in again. */
const mayReturn = { other: true, rights: true, suspended: false, removed: false } as const satisfies Record<
  EndReason,
  boolean
>

/** Keeps the last session for the screen while a changed form waits for the same person. */
function useLock(current: Session | null, mayWait: boolean) {
  const queryClient = useQueryClient()
  const [session, show] = useState(current)
  const isLocked = !current && session !== null && mayWait && hasChangedForm()
  if (current !== session && !isLocked) show(current)
  const wasLocked = useRef(false)
  useEffect(() => {
    // Reads that failed in between are repeated.
    if (wasLocked.current && !isLocked) void queryClient.invalidateQueries()
    wasLocked.current = isLocked
  }, [isLocked, queryClient])
  return { session: isLocked ? session : current, isLocked }
}

/**
 * Drops data that was read with other rights (a preview or a previous user) before the screen renders. `accepted` is
 * the user who signed in from this tab; a change by another tab is announced.
 */
function useFreshData(session: Session | null, accepted: string | undefined) {
  const queryClient = useQueryClient()
  const merchantId = session?.preview?.merchantId ?? null
  const { uid, email } = session?.user ?? {}
  const shown = useRef({ merchantId, uid })
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { merchantId, uid: uid ?? before.uid }
    const isOther = before.uid !== undefined && uid !== undefined && before.uid !== uid
    if (!isOther && before.merchantId === merchantId) return
    const own = hashKey(sessionsApi.current.queryKey())
    queryClient.getMutationCache().clear()
    void queryClient.resetQueries({ predicate: ({ queryHash }) => queryHash !== own })
    if (isOther && uid !== accepted && email !== undefined)
      notifyError(
        `You’re now signed in as ${readableEmail(email)}`,
        'Another tab signed in with this account.',
        undefined,
        'person',
      )
  }, [queryClient, merchantId, uid, email, accepted])
}
