import { routerOf } from '@quaff/platform/server'
import { plansContract } from '../contract'
import { createPlan, duplicatePlan } from './create-plan'
import { readPlanSubscribers, readPriceImpact } from './read-plan-figures'
import { findPlans, getPlan, getPlanOfMerchant, listPlans } from './read-plans'
import { removePlan, setPlanActive, updatePlan } from './update-plan'

export { readPlanFigures } from './read-plan-figures'
export { countActivePlans, listPricesForSale, planDocumentRows, priceDocumentRows } from './plan-store'
export { readPlanDocument, readPriceDocument, writePlanDocument, writePriceDocument } from './plan-document'
export { planAmounts } from './tables'

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
