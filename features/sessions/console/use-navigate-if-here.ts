import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { use, useCallback } from 'react'
import type { Session, SessionUser } from '../contract'
import { SessionContext } from './session-provider'
import { sessionsApi } from './sessions-queries'
import { figuresTimeZone, resolveSelection, type Selection } from './use-merchant-selection'
import { storedSession } from './use-stored-session'

interface Visit {
  /** False once the user left the page, switched the merchant or signed in as another person. */
  isHere: () => boolean
  /** Navigates to a console path unless the user has left the page. */
  navigate: (path: string, options?: { replace?: boolean }) => void
}

/** Returns a function to call when a request starts; what follows its answer navigates by the visit that it returns. */
export function useNavigateIfHere(): () => Visit {
  const history = useRouter({ warn: false })?.history
  const client = useQueryClient()
  const countSwitches = use(SessionContext)?.countSwitches
  return useCallback(() => {
    const person = findPerson(client)
    const count = countSwitches?.()
    const pathname = history?.location.pathname
    let hasLeft = false
    const stop = history?.subscribe(({ location }) => {
      if (location.pathname === pathname) return
      hasLeft = true
      stop?.()
    })
    // The session may still be loading when the page opens.
    const isSamePerson = () => person === undefined || [person, undefined].includes(findPerson(client))
    const isHere = () => !hasLeft && countSwitches?.() === count && isSamePerson()
    return {
      isHere,
      navigate: (path, { replace = false } = {}) => {
        if (!isHere()) return
        if (replace) history?.replace(path)
        else history?.push(path)
      },
    }
  }, [history, client, countSwitches])
}

export interface SignedIn {
  user: SessionUser
  /** Zone of the shown figures. */
  timeZone: string
  selection: Selection
}

const knownSession = (client: QueryClient) => {
  const known = client.getQueryData(sessionsApi.current.queryKey())
  return known === undefined ? storedSession.read()?.session : known
}

export const findPerson = (client: QueryClient): string | undefined => knownSession(client)?.user.uid

/** Shows the session that a call answered with, unless another person has signed in since. */
export async function showSession(client: QueryClient, session: Session): Promise<void> {
  const queryKey = sessionsApi.current.queryKey()
  if (findPerson(client) !== session.user.uid) return client.invalidateQueries({ queryKey })
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, session)
}

/**
 * Returns the user and the selected merchant for loaders that run before rendering; undefined if unknown. Storage is
 * updated after rendering.
 */
export function findSignedIn(client: QueryClient): SignedIn | undefined {
  const stored = storedSession.read()
  const session = knownSession(client)
  if (!session || session.mustEnrol) return undefined
  const before = stored && { ...stored, uid: stored.session.user.uid }
  const selection = resolveSelection(session, before)
  return { user: session.user, timeZone: figuresTimeZone(session, selection), selection }
}
