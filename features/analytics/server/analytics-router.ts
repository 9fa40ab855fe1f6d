import { routerOf } from '@quaff/platform/server/router'
import { analyticsContract } from '../contract'
import { getCancellations } from './get-cancellations'
import { getChurn } from './get-churn'
import { getCohorts } from './get-cohorts'
import { getDrinks } from './get-drinks'
import { getHeat } from './get-heat'
import { getMovement } from './get-movement'
import { getOverview } from './get-overview'
import { getPlanRevenue } from './get-plan-revenue'
import { getStartDates } from './get-start-dates'
import { listTopMerchants } from './list-top-merchants'

export const analyticsRouter = routerOf(analyticsContract, {
  overview: getOverview,
  heat: getHeat,
  drinks: getDrinks,
  cohorts: getCohorts,
  planRevenue: getPlanRevenue,
  topMerchants: listTopMerchants,
  churn: getChurn,
  movement: getMovement,
  cancellations: getCancellations,
  startDates: getStartDates,
})
