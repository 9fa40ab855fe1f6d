import { routerOf } from '@quaff/platform/server/router'
import { analyticsContract } from '../contract'
import { getCohorts } from './get-cohorts'
import { getDrinks } from './get-drinks'
import { getHeat } from './get-heat'
import { getOverview } from './get-overview'
import { getCancellations, getMovement } from './read-cancellations'
import { getChurn, getStartDates } from './read-churn'
import { getPlanRevenue, listTopMerchants } from './read-revenue'

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
