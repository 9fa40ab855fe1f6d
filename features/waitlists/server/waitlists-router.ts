import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
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
