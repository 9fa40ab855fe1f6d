import { routerOf } from '@quaff/platform/server/router'
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

export const locationsRouter = routerOf(locationsContract, {
  find: findLocations,
  list: listLocations,
  overview: readOverview,
  get: getLocation,
  getOfMerchant: getLocation,
  create: createLocation,
  update: updateLocation,
  duplicate: duplicateLocation,
  remove: removeLocation,
  previewImport,
  importRows: importLocations,
})
