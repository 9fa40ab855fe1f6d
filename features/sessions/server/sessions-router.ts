import { routerOf } from '@quaff/platform/server/router'
import { sessionsContract } from '../contract'
import { currentSession } from './current-session'
import { endOtherSessions } from './end-other-sessions'
import { endOwnSession } from './end-own-session'
import { endPreview } from './end-preview'
import { listOwnSessions } from './list-own-sessions'
import type { NoteActivity } from './note-activity'
import { signOut, type FindSignOutElsewhere } from './sign-out'
import { startPreview } from './start-preview'
import { streamLive } from './stream-live'

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
