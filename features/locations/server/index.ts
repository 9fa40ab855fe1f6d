import { routerOf } from '@quaff/platform/server'
import { locationsContract } from '../contract'
import { createLocation, duplicateLocation } from './create-location'
import { importLocations, previewImport } from './import-locations'
import { findLocations, getLocation, listLocations, readOverview } from './read-locations'
import { removeLocation, updateLocation } from './update-location'

export { createFirstLocation } from './create-location'
export { countLocations, locationDocumentRows } from './location-store'
export { readLocationDocument, writeLocationDocument } from './location-document'

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
