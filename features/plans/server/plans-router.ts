import { routerOf } from '@quaff/platform/server/router'
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

export const plansRouter = routerOf(plansContract, {
  find: findPlans,
  list: listPlans,
  get: getPlan,
  getOfMerchant: getPlanOfMerchant,
  create: createPlan,
  update: updatePlan,
  duplicate: duplicatePlan,
  setActive: setPlanActive,
  remove: removePlan,
  subscribers: readPlanSubscribers,
  impact: readPriceImpact,
})
