import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { webhooksContract } from '../contract'
import { getDelivery, listDeliveries } from './deliveries/read-deliveries'
import { replayDelivery, replayFailed, sendTest } from './deliveries/replay'
import { removeEndpoint, rotateEndpoint, setEndpointEnabled, updateEndpointOf } from './endpoints/change-endpoint'
import { createEndpoint } from './endpoints/create-endpoint'
import { getEndpoint, listEndpoints } from './endpoints/read-endpoints'

const os = implement(webhooksContract).$context<Context>()

export const webhooksRouter = os.router({
  list: os.list.handler(({ context }) => listEndpoints(context)),
  get: os.get.handler(({ context, input }) => getEndpoint(context, input)),
  create: os.create.handler(({ context, input }) => createEndpoint(context, input)),
  update: os.update.handler(({ context, input }) => updateEndpointOf(context, input)),
  setEnabled: os.setEnabled.handler(({ context, input }) => setEndpointEnabled(context, input)),
  rotate: os.rotate.handler(({ context, input }) => rotateEndpoint(context, input)),
  remove: os.remove.handler(({ context, input }) => removeEndpoint(context, input)),
  sendTest: os.sendTest.handler(({ context, input }) => sendTest(context, input)),
  deliveries: os.deliveries.handler(({ context, input }) => listDeliveries(context, input)),
  delivery: os.delivery.handler(({ context, input }) => getDelivery(context, input)),
  replay: os.replay.handler(({ context, input }) => replayDelivery(context, input)),
  replayFailed: os.replayFailed.handler(({ context, input }) => replayFailed(context, input)),
})
