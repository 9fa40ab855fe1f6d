import { createApi } from '@quaff/platform/console/rpc'
import { activityLimits, type activityContract, type ActivityType } from '../contract'

export const activityApi = createApi<typeof activityContract>('activity')

/** G31: stale after 2 minutes, read again each minute. */
export const activityQuery = (limit: number, type?: ActivityType) =>
  activityApi.recent.queryOptions({
    input: { limit, type },
    staleTime: activityLimits.staleMs,
    refetchInterval: activityLimits.refetchMs,
  })
