import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { redemptionsContract } from '../contract'
import { explainCustomer } from './explain/explain-customer'
import { listUserRedemptions } from './of-user/list-user-redemptions'

const os = implement(redemptionsContract).$context<Context>()

export const redemptionsRouter = os.router({
  ofUser: os.ofUser.handler(({ context, input }) => listUserRedemptions(context, input)),
  explainCustomer: os.explainCustomer.handler(({ context, input }) => explainCustomer(context, input)),
})
