export { forgetEntriesOf } from './entries/forgetting-store'
export { exportEntries } from './export/export-entries'
export { waitlistInvitationMail } from './waitlist-emails'
export { waitlistsRouter } from './waitlists-router'
