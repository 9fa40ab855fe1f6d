import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { plansContract } from '../contract'
import { createPlan } from './changes/create-plan'
import { duplicatePlan } from './changes/duplicate-plan'
import { removePlan } from './changes/remove-plan'
import { setPlanActive } from './changes/set-plan-active'
import { updatePlan } from './changes/update-plan'
import { readPlanSubscribers } from './figures/read-plan-subscribers'
import { readPriceImpact } from './figures/read-price-impact'
import { findPlans } from './find-plans'
import { getPlan } from './get-plan'
import { getPlanOfMerchant } from './get-plan-of-merchant'
import { listPlans } from './list-plans'

const os = implement(plansContract).$context<Context>()

export const plansRouter = os.router({
  find: os.find.handler(({ context, input }) => findPlans(context, input)),
  list: os.list.handler(({ context, input }) => listPlans(context, input)),
  get: os.get.handler(({ context, input }) => getPlan(context, input)),
  getOfMerchant: os.getOfMerchant.handler(({ context, input }) => getPlanOfMerchant(context, input)),
  create: os.create.handler(({ context, input }) => createPlan(context, input)),
  update: os.update.handler(({ context, input }) => updatePlan(context, input)),
  duplicate: os.duplicate.handler(({ context, input }) => duplicatePlan(context, input)),
  setActive: os.setActive.handler(({ context, input }) => setPlanActive(context, input)),
  remove: os.remove.handler(({ context, input }) => removePlan(context, input)),
  subscribers: os.subscribers.handler(({ context, input }) => readPlanSubscribers(context, input)),
  impact: os.impact.handler(({ context, input }) => readPriceImpact(context, input)),
})
