import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { merchantsContract } from '../contract'
import { countMerchants } from './count-merchants'
import { getMerchant } from './get-merchant'
import { listMerchantOptions } from './list-merchant-options'
import { listMerchants } from './list-merchants'

const os = implement(merchantsContract).$context<Context>()

export const merchantsRouter = os.router({
  list: os.list.handler(({ context, input }) => listMerchants(context, input)),
  counts: os.counts.handler(({ context }) => countMerchants(context)),
  get: os.get.handler(({ context, input }) => getMerchant(context, input)),
  options: os.options.handler(({ context, input }) => listMerchantOptions(context, input)),
})
