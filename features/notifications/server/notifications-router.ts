import { routerOf } from '@quaff/platform/server/router'
import { notificationsContract } from '../contract'
import { getPreferences } from './get-preferences'
import { getWaiting } from './get-waiting'
import { markSeen } from './mark-seen'
import { updatePreferences } from './update-preferences'

export const notificationsRouter = routerOf(notificationsContract, {
  waiting: getWaiting,
  markSeen,
  preferences: getPreferences,
  updatePreferences,
})
