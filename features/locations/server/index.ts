export { countLocations } from './location-store'
