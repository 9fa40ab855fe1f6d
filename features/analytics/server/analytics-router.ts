import { routerOf } from '@quaff/platform/server/router'
import { analyticsContract } from '../contract'
import { getCancellations } from './cancellations/get-cancellations'
import { getMovement } from './cancellations/get-movement'
import { getChurn } from './economics/get-churn'
import { getPlanRevenue } from './economics/get-plan-revenue'
import { getStartDates } from './economics/get-start-dates'
import { listTopMerchants } from './economics/list-top-merchants'
import { getOverview } from './overview/get-overview'
import { getCohorts } from './usage/get-cohorts'
import { getDrinks } from './usage/get-drinks'
import { getHeat } from './usage/get-heat'

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
