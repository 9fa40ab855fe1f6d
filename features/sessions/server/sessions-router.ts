import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { sessionsContract } from '../contract'
import { currentSession } from './current-session'
import { streamLive } from './live'
import { endOtherSessions, endOwnSession } from './own/end-own-session'
import { listOwnSessions } from './own/list-own-sessions'
import { signOut } from './sign-out'

const procedures = implement(sessionsContract).$context<Context>()

export const sessionsRouter = procedures.router({
  current: procedures.current.handler(({ context }) => currentSession(context)),
  signOut: procedures.signOut.handler(({ context }) => signOut(context)),
  list: procedures.list.handler(({ context }) => listOwnSessions(context)),
  end: procedures.end.handler(({ context, input }) => endOwnSession(context, input)),
  endOthers: procedures.endOthers.handler(({ context }) => endOtherSessions(context)),
  live: procedures.live.handler(({ context, signal, lastEventId }) =>
    streamLive(context, { signal, since: lastEventId ?? null }),
  ),
})
