import { routerOf } from '@quaff/platform/server/router'
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

export function createSessionsRouter(noteActivity: NoteActivity, findElsewhere?: FindSignOutElsewhere) {
  return routerOf(sessionsContract, {
    current: currentSession,
    signOut: (ctx) => signOut(ctx, noteActivity, findElsewhere),
    list: listOwnSessions,
    end: (ctx, input) => endOwnSession(ctx, input, noteActivity),
    endOthers: (ctx) => endOtherSessions(ctx, noteActivity),
    startPreview,
    endPreview,
    live: (ctx, input, { signal, lastEventId }) =>
      streamLive(ctx, { signal: signal ?? ctx.request.signal, since: lastEventId ?? null, overlapMs: input?.agoMs }),
  })
}
