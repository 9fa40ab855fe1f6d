import { routerOf } from '@quaff/platform/server/router'
import { webhooksContract } from '../contract'
import { getDelivery, listDeliveries } from './deliveries/read-deliveries'
import { replayDelivery, replayFailed, sendTest } from './deliveries/replay'
import { removeEndpoint, rotateEndpoint, setEndpointEnabled, updateEndpointOf } from './endpoints/change-endpoint'
import { createEndpoint } from './endpoints/create-endpoint'
import { getEndpoint, listEndpoints } from './endpoints/read-endpoints'

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
