import { routerOf } from '@quaff/platform/server/router'
import { webhooksContract } from '../contract'
import { removeEndpoint, rotateEndpoint, setEndpointEnabled, updateEndpointOf } from './change-endpoint'
import { createEndpoint } from './create-endpoint'
import { getDelivery, listDeliveries } from './read-deliveries'
import { getEndpoint, listEndpoints } from './read-endpoints'
import { replayDelivery, replayFailed, sendTest } from './replay'

export const webhooksRouter = routerOf(webhooksContract, {
  list: listEndpoints,
  get: getEndpoint,
  create: createEndpoint,
  update: updateEndpointOf,
  setEnabled: setEndpointEnabled,
  rotate: rotateEndpoint,
  remove: removeEndpoint,
  sendTest,
  deliveries: listDeliveries,
  delivery: getDelivery,
  replay: replayDelivery,
  replayFailed,
})
