import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { locationsContract } from '../contract'
import { createLocation } from './change/create-location'
import { duplicateLocation } from './change/duplicate-location'
import { removeLocation } from './change/remove-location'
import { updateLocation } from './change/update-location'
import { findLocations } from './find-locations'
import { getLocation } from './get-location'
import { importLocations } from './import/import-locations'
import { previewImport } from './import/preview-import'
import { listLocations } from './list-locations'
import { readOverview } from './read-overview'

const os = implement(locationsContract).$context<Context>()

export const locationsRouter = os.router({
  find: os.find.handler(({ context, input }) => findLocations(context, input)),
  list: os.list.handler(({ context, input }) => listLocations(context, input)),
  overview: os.overview.handler(({ context, input }) => readOverview(context, input)),
  get: os.get.handler(({ context, input }) => getLocation(context, input)),
  getOfMerchant: os.getOfMerchant.handler(({ context, input }) => getLocation(context, input)),
  create: os.create.handler(({ context, input }) => createLocation(context, input)),
  update: os.update.handler(({ context, input }) => updateLocation(context, input)),
  duplicate: os.duplicate.handler(({ context, input }) => duplicateLocation(context, input)),
  remove: os.remove.handler(({ context, input }) => removeLocation(context, input)),
  previewImport: os.previewImport.handler(({ context, input }) => previewImport(context, input)),
  importRows: os.importRows.handler(({ context, input }) => importLocations(context, input)),
})
