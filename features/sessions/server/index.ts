import { routerOf } from '@quaff/platform/server'
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

export { openSession, type OpenedSession } from './session-gate'
export { endNamedSessions, endSessions } from './own-sessions'
export {
  merchantNotFound,
  hasLocalDays,
  keyScope,
  merchantScope,
  onlyMerchant,
  scopeToMerchant,
  type MerchantScope,
  type OneMerchant,
} from './merchant-scope'
export { onCalendarOf, openCalendar } from './scope-store'
export {
  findMerchantZone,
  listMerchantZones,
  listZonedMerchants,
  lockMerchantZones,
  type MerchantZones,
  merchantIdOf,
  scopeKey,
  scopeWhere,
} from './scope-store'
export { presentSession } from './present-session'
export { resolveActor, reviewSession } from './session-gate'
export {
  deleteExpiredSessions,
  isSecondFactorDemanded,
  listRights,
  listSignedIn,
  markAuthenticated,
  takePasswordSetup,
} from './session-store'
export { refuseInPreview, refuseOtherPerson, requireRecentSignIn } from './session-gate'
export { countStreams } from './open-streams'

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
