import { routerOf } from '@quaff/platform/server/router'
import { waitlistsContract } from '../contract'
import { changeEntries, forgetEntry, saveNotes } from './change-entries'
import { createWaitlist, removeWaitlist, setWaitlistOpen, updateWaitlist } from './change-waitlists'
import { importEntries, previewImport } from './import-entries'
import { joinWaitlist } from './join-waitlist'
import { acceptInvitation, openInvitation, openJoinPage, openPlace } from './open-join-page'
import { getEntry, listEntries, listEntrySources, previewNext } from './read-entries'
import { listWaitlists, readDemand } from './read-waitlists'

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
