import type { QueryClient } from '@tanstack/react-query'
import type { Session, SessionUser } from '../contract'
import { sessionsApi } from './sessions-queries'
import { figuresTimeZone, resolveSelection, type Selection } from './use-merchant-selection'
import { storedSession } from './use-stored-session'

export interface SignedIn {
  user: SessionUser
  /** Of the figures on screen. */
  timeZone: string
  selection: Selection
}

const knownSession = (client: QueryClient) => {
  const known = client.getQueryData(sessionsApi.current.queryKey())
  return known === undefined ? storedSession.read()?.session : known
}

/** The user id of the person for whom this tab shows data; undefined while no one is signed in. */
export const findPerson = (client: QueryClient): string | undefined => knownSession(client)?.user.uid

/** Shows the session that a call answered with, unless another person has signed in since. */
export async function showSession(client: QueryClient, session: Session): Promise<void> {
  const queryKey = sessionsApi.current.queryKey()
  if (findPerson(client) !== session.user.uid) return client.invalidateQueries({ queryKey })
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, session)
}

/**
 * Who is signed in and which merchant they look at, for what is read before a page is drawn; undefined as long as nobody
 * is known. What is stored follows each choice once it is drawn.
 */
export function findSignedIn(client: QueryClient): SignedIn | undefined {
  const stored = storedSession.read()
  const session = knownSession(client)
  if (!session || session.mustEnrol) return undefined
  const before = stored && { ...stored, uid: stored.session.user.uid }
  const selection = resolveSelection(session, before)
  return { user: session.user, timeZone: figuresTimeZone(session, selection), selection }
}
