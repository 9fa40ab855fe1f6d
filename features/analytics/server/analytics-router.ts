import { routerOf } from '@quaff/platform/server'
import { analyticsContract } from '../contract'
import { getOverview } from './get-overview'
import { getBridge, getCancellations, getMovement, listBridgeRows } from './read-cancellations'
import { getChurn, getStartDates } from './read-churn'
import { getPlanRevenue, listTopMerchants } from './read-revenue'
import { getCohorts, getDrinks, getHeat } from './read-usage'

export const analyticsRouter = routerOf(analyticsContract, {
  overview: getOverview,
  heat: getHeat,
  drinks: getDrinks,
  cohorts: getCohorts,
  planRevenue: getPlanRevenue,
  topMerchants: listTopMerchants,
  churn: getChurn,
  movement: getMovement,
  bridge: getBridge,
  bridgeRows: listBridgeRows,
  cancellations: getCancellations,
  startDates: getStartDates,
})
