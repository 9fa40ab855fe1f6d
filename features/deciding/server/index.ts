export { decideRedemption } from './decide-redemption'
