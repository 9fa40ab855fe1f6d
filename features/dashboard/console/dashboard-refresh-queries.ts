import { createApi } from '@quaff/platform/console/rpc'
import { dashboardLimits, type dashboardContract } from '../contract'

export const dashboardApi = createApi<typeof dashboardContract>('dashboard')

export const metricsQuery = () =>
  dashboardApi.metrics.queryOptions({ input: {}, refetchInterval: dashboardLimits.metricsPollingMs })

export const quickActionsQuery = () =>
  dashboardApi.quickActions.queryOptions({
    input: {},
    staleTime: dashboardLimits.quickActionsStaleMs,
    refetchInterval: dashboardLimits.quickActionsRefetchMs,
  })
