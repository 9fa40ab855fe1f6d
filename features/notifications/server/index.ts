export { dailyMail } from './daily-emails'
export { sendDailyMails } from './send-daily-mails'
export { forgetPreferences } from './preferences-store'
export { notificationsRouter } from './notifications-router'
