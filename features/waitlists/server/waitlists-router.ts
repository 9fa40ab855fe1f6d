import { routerOf } from '@quaff/platform/server/router'
import { waitlistsContract } from '../contract'
import { readDemand } from '../demand/server/read-demand'
import { changeEntries } from '../entries/server/change-entries'
import { forgetEntry } from '../entries/server/forget-entry'
import { getEntry } from '../entries/server/get-entry'
import { listEntries } from '../entries/server/list-entries'
import { listEntrySources } from '../entries/server/list-entry-sources'
import { previewNext } from '../entries/server/preview-next'
import { saveNotes } from '../entries/server/save-notes'
import { importEntries } from '../import/server/import-entries'
import { previewImport } from '../import/server/preview-import'
import { acceptInvitation } from '../join/server/accept-invitation'
import { joinWaitlist } from '../join/server/join-waitlist'
import { openInvitation } from '../join/server/open-invitation'
import { openJoinPage } from '../join/server/open-join-page'
import { openPlace } from '../join/server/open-place'
import { createWaitlist } from '../lists/server/create-waitlist'
import { listWaitlists } from '../lists/server/list-waitlists'
import { removeWaitlist } from '../lists/server/remove-waitlist'
import { setWaitlistOpen } from '../lists/server/set-waitlist-open'
import { updateWaitlist } from '../lists/server/update-waitlist'

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
