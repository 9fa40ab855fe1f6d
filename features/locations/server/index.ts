export { createFirstLocation, createLocation } from './change/create-location'
export { countLocations } from './location-store'
export { locationsRouter } from './locations-router'
export { readLocationDocument } from './documents/location-document'
