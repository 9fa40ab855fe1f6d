export { readPlanFigures } from './figures/read-plan-figures'
export { listPlans } from './list-plans'
export { plansRouter } from './plan-router'
export { countActivePlans } from './plan-store'
