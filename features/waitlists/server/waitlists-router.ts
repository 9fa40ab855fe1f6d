import { routerOf } from '@quaff/platform/server/router'
import { waitlistsContract } from '../contract'
import { acceptInvitation } from './accept-invitation'
import { changeEntries, saveNotes } from './change-entries'
import { createWaitlist } from './create-waitlist'
import { forgetEntry } from './forget-entry'
import { importEntries, previewImport } from './import-entries'
import { joinWaitlist } from './join-waitlist'
import { openInvitation, openJoinPage, openPlace } from './open-join-page'
import { readDemand } from './read-demand'
import { getEntry, listEntries, listEntrySources, previewNext } from './read-entries'
import { listWaitlists } from './read-waitlists'
import { removeWaitlist, setWaitlistOpen, updateWaitlist } from './update-waitlist'

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
