export { openSession, type OpenedSession } from './open-session'
export { endNamedSessions, endSessions } from './end-sessions'
export {
  merchantNotFound,
  hasLocalDays,
  keyScope,
  merchantScope,
  scopeToMerchant,
  type MerchantScope,
  type OneMerchant,
} from './merchant-scope'
export { onCalendarOf, openCalendar, type OnCalendar } from './calendar'
export {
  findMerchantZone,
  listMerchantZones,
  listZonedMerchants,
  lockMerchantZones,
  type MerchantZones,
} from './calendar-store'
export { merchantIdOf, scopeWhere } from './merchant-scope-store'
export { presentSession } from './present-session'
export { refuseInPreview } from './refuse-in-preview'
export { refuseOtherPerson } from './refuse-other-person'
export { markAuthenticated, requireRecentSignIn } from './recent-sign-in'
export { resolveActor, reviewSession } from './session-gate'
export { deleteExpiredSessions, isSecondFactorDemanded, listRights, listSignedIn } from './session-store'
export { createSessionsRouter } from './sessions-router'
export { countStreams } from './open-streams'
export { takePasswordSetup } from './take-password-setup'
