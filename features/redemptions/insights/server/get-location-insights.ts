import type { Context } from '@quaff/platform/server/context'
import { isOnRecord } from '@quaff/platform/shared/windows/comparison'
import { findFirstHour } from '../../server/hour-store'
import type { LocationInsights, LocationInsightsInput } from '../contract'
import { insightWindows, locationShares } from '../rules'
import { countPlaces, listPlaces } from './insights-store'
import { openInsights } from './open-insights'

/** All on the merchant's clock, so that locations of several zones are counted over the same time. */
export async function getLocationInsights(
  asked: Context,
  { merchantId, days }: LocationInsightsInput,
): Promise<LocationInsights> {
  const { ctx, scope, once } = await openInsights(asked, merchantId)
  return once(['locations', String(days)], async () => {
    const { timeZone } = ctx.settings
    const measuredAt = ctx.clock.now()
    const windows = insightWindows(timeZone, measuredAt, days)
    const [places, counts, recordedSince] = await Promise.all([
      listPlaces(ctx.db, scope),
      countPlaces(ctx.db, scope, windows),
      findFirstHour(ctx.db, scope),
    ])
    return {
      rows: locationShares(places, counts, isOnRecord(timeZone, windows.previous, recordedSince)),
      total: counts.reduce((sum, { count }) => sum + count, 0),
      ...windows,
      recordedSince,
      timeZone,
      measuredAt,
    }
  })
}
