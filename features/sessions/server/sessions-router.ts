import { routerOf } from '@quaff/platform/server/router'
import { sessionsContract } from '../contract'
import { streamLive } from './open-streams'
import {
  endOtherSessions,
  endOwnSession,
  type FindSignOutElsewhere,
  listOwnSessions,
  type NoteActivity,
  saveOwnCsvDialect,
  signOut,
} from './own-sessions'
import { currentSession } from './present-session'
import { endPreview, startPreview } from './preview'

export function createSessionsRouter(noteActivity: NoteActivity, findElsewhere?: FindSignOutElsewhere) {
  return routerOf(sessionsContract, {
    current: currentSession,
    signOut: (ctx) => signOut(ctx, noteActivity, findElsewhere),
    saveCsvDialect: saveOwnCsvDialect,
    list: listOwnSessions,
    end: (ctx, input) => endOwnSession(ctx, input, noteActivity),
    endOthers: (ctx) => endOtherSessions(ctx, noteActivity),
    startPreview,
    endPreview,
    live: (ctx, input, { signal, lastEventId }) =>
      streamLive(ctx, { signal: signal ?? ctx.request.signal, since: lastEventId ?? null, overlapMs: input?.agoMs }),
  })
}
