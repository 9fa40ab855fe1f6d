export { promotionsRouter } from './promotion-router'
