import { routerOf } from '@quaff/platform/server'
import { notificationsContract } from '../contract'
import { getPreferences, markSeen, updatePreferences } from './preferences'
import { getWaiting } from './read-waiting'

export { dailyMail } from './daily-emails'
export { sendDailyMails } from './send-daily-mails'
export { forgetPreferences } from './preferences-store'

export const notificationsRouter = routerOf(notificationsContract, {
  waiting: getWaiting,
  markSeen,
  preferences: getPreferences,
  updatePreferences,
})
