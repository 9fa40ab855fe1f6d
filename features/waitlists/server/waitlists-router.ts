import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { waitlistsContract } from '../contract'
import { readDemand } from './demand/read-demand'
import { changeEntries } from './entries/change-entries'
import { forgetEntry } from './entries/forget-entry'
import { getEntry } from './entries/get-entry'
import { listEntries } from './entries/list-entries'
import { listEntrySources } from './entries/list-entry-sources'
import { previewNext } from './entries/preview-next'
import { saveNotes } from './entries/save-notes'
import { importEntries } from './import/import-entries'
import { previewImport } from './import/preview-import'
import { acceptInvitation } from './join/accept-invitation'
import { joinWaitlist } from './join/join-waitlist'
import { openInvitation } from './join/open-invitation'
import { openJoinPage } from './join/open-join-page'
import { openPlace } from './join/open-place'
import { createWaitlist } from './lists/create-waitlist'
import { listWaitlists } from './lists/list-waitlists'
import { removeWaitlist } from './lists/remove-waitlist'
import { setWaitlistOpen } from './lists/set-waitlist-open'
import { updateWaitlist } from './lists/update-waitlist'

const os = implement(waitlistsContract).$context<Context>()

export const waitlistsRouter = os.router({
  list: os.list.handler(({ context }) => listWaitlists(context)),
  create: os.create.handler(({ context, input }) => createWaitlist(context, input)),
  update: os.update.handler(({ context, input }) => updateWaitlist(context, input)),
  setOpen: os.setOpen.handler(({ context, input }) => setWaitlistOpen(context, input)),
  remove: os.remove.handler(({ context, input }) => removeWaitlist(context, input)),
  entries: os.entries.handler(({ context, input }) => listEntries(context, input)),
  sources: os.sources.handler(({ context, input }) => listEntrySources(context, input)),
  entry: os.entry.handler(({ context, input }) => getEntry(context, input)),
  previewNext: os.previewNext.handler(({ context, input }) => previewNext(context, input)),
  changeEntries: os.changeEntries.handler(({ context, input }) => changeEntries(context, input)),
  saveNotes: os.saveNotes.handler(({ context, input }) => saveNotes(context, input)),
  forget: os.forget.handler(({ context, input }) => forgetEntry(context, input)),
  demand: os.demand.handler(({ context, input }) => readDemand(context, input)),
  previewImport: os.previewImport.handler(({ context, input }) => previewImport(context, input)),
  importRows: os.importRows.handler(({ context, input }) => importEntries(context, input)),
  openJoinPage: os.openJoinPage.handler(({ context, input }) => openJoinPage(context, input)),
  join: os.join.handler(({ context, input }) => joinWaitlist(context, input)),
  openPlace: os.openPlace.handler(({ context, input }) => openPlace(context, input)),
  openInvitation: os.openInvitation.handler(({ context, input }) => openInvitation(context, input)),
  acceptInvitation: os.acceptInvitation.handler(({ context, input }) => acceptInvitation(context, input)),
})
