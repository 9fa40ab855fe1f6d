import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { sessionsContract } from '../contract'
import { currentSession } from './current-session'
import { streamLive } from './live/stream-live'
import type { NoteActivity } from './note-activity'
import { endOtherSessions } from './own/end-other-sessions'
import { endOwnSession } from './own/end-own-session'
import { listOwnSessions } from './own/list-own-sessions'
import { endPreview } from './preview/end-preview'
import { startPreview } from './preview/start-preview'
import { signOut, type FindSignOutElsewhere } from './sign-out'

const procedures = implement(sessionsContract).$context<Context>()

export function createSessionsRouter(noteActivity: NoteActivity, findElsewhere?: FindSignOutElsewhere) {
  return procedures.router({
    current: procedures.current.handler(({ context }) => currentSession(context)),
    signOut: procedures.signOut.handler(({ context }) => signOut(context, noteActivity, findElsewhere)),
    list: procedures.list.handler(({ context }) => listOwnSessions(context)),
    end: procedures.end.handler(({ context, input }) => endOwnSession(context, input, noteActivity)),
    endOthers: procedures.endOthers.handler(({ context }) => endOtherSessions(context, noteActivity)),
    startPreview: procedures.startPreview.handler(({ context, input }) => startPreview(context, input)),
    endPreview: procedures.endPreview.handler(({ context }) => endPreview(context)),
    live: procedures.live.handler(({ context, input, signal, lastEventId }) =>
      streamLive(context, {
        signal: signal ?? context.request.signal,
        since: lastEventId ?? null,
        overlapMs: input?.agoMs,
      }),
    ),
  })
}
