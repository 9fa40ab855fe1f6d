import { useQuery } from '@tanstack/react-query'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { useRefetch } from '@quaff/platform/console/query-client'
import { locationPermissions } from '../permissions'
import { locationsApi } from './location-queries'

export const overviewQuery = (merchantId: string) => locationsApi.overview.queryOptions({ input: { merchantId } })

/** Why the reader may not change or add locations here; undefined where they may. */
export function useLocationRights(merchantId: string) {
  const overview = useQuery(overviewQuery(merchantId))
  const can = useCan(locationPermissions, 'location.update')
  const loading = overview.data ? undefined : 'Loading what this merchant allows.'
  const changeReason = can.reason ?? overview.data?.locked ?? loading
  return { overview, changeReason, addReason: changeReason ?? overview.data?.addRefusal ?? undefined }
}
export type LocationRights = ReturnType<typeof useLocationRights>

/** What others change shows up by itself. */
export function useLocationRefresh(merchantId: string) {
  useLiveRefresh(['merchant'], useRefetch(locationsApi.key()), (event) => event.subjectId === merchantId)
}
