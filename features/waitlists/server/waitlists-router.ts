import { routerOf } from '@quaff/platform/server/router'
import { waitlistsContract } from '../contract'
import { acceptInvitation } from './accept-invitation'
import { changeEntries } from './change-entries'
import { createWaitlist } from './create-waitlist'
import { forgetEntry } from './forget-entry'
import { getEntry } from './get-entry'
import { importEntries } from './import-entries'
import { joinWaitlist } from './join-waitlist'
import { listEntries } from './list-entries'
import { listEntrySources } from './list-entry-sources'
import { listWaitlists } from './list-waitlists'
import { openInvitation } from './open-invitation'
import { openJoinPage } from './open-join-page'
import { openPlace } from './open-place'
import { previewImport } from './preview-import'
import { previewNext } from './preview-next'
import { readDemand } from './read-demand'
import { removeWaitlist } from './remove-waitlist'
import { saveNotes } from './save-notes'
import { setWaitlistOpen } from './set-waitlist-open'
import { updateWaitlist } from './update-waitlist'

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
