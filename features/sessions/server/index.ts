export { openSession, type OpenedSession } from './create-session'
export { endNamedSessions, endSessions } from './end-sessions'
export {
  merchantNotFound,
  hasLocalDays,
  keyScope,
  merchantScope,
  scopeToMerchant,
  type MerchantScope,
  type OneMerchant,
} from './scope/merchant-scope'
export { onCalendarOf, openCalendar, type OnCalendar } from './scope/calendar'
export {
  findMerchantZone,
  listMerchantZones,
  listZonedMerchants,
  lockMerchantZones,
  type MerchantZones,
} from './scope/calendar-store'
export { merchantIdOf, scopeWhere } from './scope/merchant-scope-store'
export { presentSession } from './present-session'
export { refuseInPreview } from './preview/refuse-in-preview'
export { refuseOtherPerson } from './proof/refuse-other-person'
export { markAuthenticated, requireRecentSignIn } from './proof/recent-sign-in'
export { resolveActor, reviewSession } from './session-gate'
export { deleteExpiredSessions, isSecondFactorDemanded, listRights, listSignedIn } from './session-store'
export { createSessionsRouter } from './sessions-router'
export { countStreams } from './live/open-streams'
export { takePasswordSetup } from './proof/take-password-setup'
