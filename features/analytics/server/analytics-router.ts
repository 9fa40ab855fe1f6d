import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
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

const os = implement(analyticsContract).$context<Context>()

export const analyticsRouter = os.router({
  overview: os.overview.handler(({ context, input }) => getOverview(context, input)),
  heat: os.heat.handler(({ context, input }) => getHeat(context, input)),
  drinks: os.drinks.handler(({ context, input }) => getDrinks(context, input)),
  cohorts: os.cohorts.handler(({ context, input }) => getCohorts(context, input)),
  planRevenue: os.planRevenue.handler(({ context, input }) => getPlanRevenue(context, input)),
  topMerchants: os.topMerchants.handler(({ context, input }) => listTopMerchants(context, input)),
  churn: os.churn.handler(({ context, input }) => getChurn(context, input)),
  movement: os.movement.handler(({ context, input }) => getMovement(context, input)),
  cancellations: os.cancellations.handler(({ context, input }) => getCancellations(context, input)),
  startDates: os.startDates.handler(({ context, input }) => getStartDates(context, input)),
})
