export { openSession, type OpenedSession } from './open-session'
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
export { onCalendarOf, openCalendar } from './calendar'
export {
  findMerchantZone,
  listMerchantZones,
  listZonedMerchants,
  lockMerchantZones,
  type MerchantZones,
} from './scope-store'
export { merchantIdOf, scopeWhere } from './scope-store'
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
export { refuseInPreview, refuseOtherPerson, requireRecentSignIn } from './session-guards'
export { createSessionsRouter } from './sessions-router'
export { countStreams } from './open-streams'
