import { routerOf } from '@quaff/platform/server/router'
import { plansContract } from '../contract'
import { createPlan } from './create-plan'
import { duplicatePlan } from './duplicate-plan'
import { findPlans } from './find-plans'
import { getPlan } from './get-plan'
import { getPlanOfMerchant } from './get-plan-of-merchant'
import { listPlans } from './list-plans'
import { readPlanSubscribers } from './read-plan-subscribers'
import { readPriceImpact } from './read-price-impact'
import { removePlan } from './remove-plan'
import { setPlanActive } from './set-plan-active'
import { updatePlan } from './update-plan'

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
