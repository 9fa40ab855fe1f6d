import { routerOf } from '@quaff/platform/server/router'
import { locationsContract } from '../contract'
import { createLocation } from './create-location'
import { duplicateLocation } from './duplicate-location'
import { findLocations } from './find-locations'
import { getLocation } from './get-location'
import { importLocations } from './import-locations'
import { listLocations } from './list-locations'
import { previewImport } from './preview-import'
import { readOverview } from './read-overview'
import { removeLocation } from './remove-location'
import { updateLocation } from './update-location'

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
