export { dailyMail } from './daily-mail/daily-emails'
export { sendDailyMails } from './daily-mail/send-daily-mails'
export { forgetPreferences } from './preferences-store'
export { notificationsRouter } from './notifications-router'
