export { listPlans } from './list-plans'
export { plansRouter } from './plan-router'
export { countActivePlans } from './plan-store'
