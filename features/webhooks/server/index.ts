import { routerOf } from '@quaff/platform/server'
import { webhooksContract } from '../contract'
import { removeEndpoint, rotateEndpoint, setEndpointEnabled, updateEndpointOf } from './change-endpoint'
import { createEndpoint } from './create-endpoint'
import { getDelivery, listDeliveries } from './read-deliveries'
import { getEndpoint, listEndpoints } from './read-endpoints'
import { replayDelivery, replayFailed, sendTest } from './replay'

export { switchedOffMail } from './webhook-emails'
export { pruneWebhooks, WebhookCourier } from './webhook-courier'
export { findWebhookKeyErrors, rotateWebhookKeys } from './webhook-secrets'

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
