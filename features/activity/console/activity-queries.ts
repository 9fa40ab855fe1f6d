import { createApi } from '@quaff/platform/console/rpc'
import { activityLimits, type activityContract, type ActivityType } from '../contract'

export const activityApi = createApi<typeof activityContract>('activity')

/** Stale after 2 minutes, refetched every minute (G31). */
export const activityQuery = (limit: number, type?: ActivityType) =>
  activityApi.recent.queryOptions({
    input: { limit, type },
    staleTime: activityLimits.staleMs,
    refetchInterval: activityLimits.refetchMs,
  })
