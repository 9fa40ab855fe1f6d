import { routerOf } from '@quaff/platform/server'
import { waitlistsContract } from '../contract'
import { changeEntries, forgetEntry, saveNotes } from './change-entries'
import { createWaitlist, removeWaitlist, setWaitlistOpen, updateWaitlist } from './change-waitlists'
import { importEntries, previewImport } from './import-entries'
import { joinWaitlist } from './join-waitlist'
import { acceptInvitation, openInvitation, openJoinPage, openPlace } from './open-join-page'
import { getEntry, listEntries, listEntrySources, previewNext } from './read-entries'
import { listWaitlists, readDemand } from './read-waitlists'

export { compactWaitlistCounts } from './waitlist-counts-store'
export { renewWaitlistAreas } from './demand-store'
export { forgetEntriesOf } from './entry-store'
export { exportEntries } from './entry-export'
export { findOpenGuestList } from './waitlist-store'
export { waitlistInvitationMail, waitlistJoinedMail } from './waitlist-emails'

export const waitlistsRouter = routerOf(waitlistsContract, {
  list: listWaitlists,
  create: createWaitlist,
  update: updateWaitlist,
  setOpen: setWaitlistOpen,
  remove: removeWaitlist,
  entries: listEntries,
  sources: listEntrySources,
  entry: getEntry,
  previewNext,
  changeEntries,
  saveNotes,
  forget: forgetEntry,
  demand: readDemand,
  previewImport,
  importRows: importEntries,
  openJoinPage,
  join: joinWaitlist,
  openPlace,
  openInvitation,
  acceptInvitation,
})
