import { readTimeZone } from '@quaff/features/locations/rules'
import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Context } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import { startOfHourIn } from '@quaff/platform/shared/calendar'
import { refuse } from '@quaff/platform/shared/refusal'
import { redemptionRefusals } from '../../refusals'
import { findFirstHour, listHours } from '../../server/hour-store'
import type { HourInsights, HourInsightsInput, InsightWindow } from '../contract'
import { hasWholeHours, heatCells, insightWindows, quarterOfHour, recordedPart, type QuarterCount } from '../rules'
import { countQuarters, listPlaces } from './insights-store'
import { openInsights, type OpenedInsights } from './open-insights'

/** On the clock of the chosen location; of all locations, on the merchant's. */
export async function getHourInsights(ctx: Context, input: HourInsightsInput): Promise<HourInsights> {
  const opened = await openInsights(ctx, input.merchantId)
  return opened.once(['hours', String(input.days), input.locationId ?? ''], () => readHours(opened, input))
}

async function readHours(
  { ctx, scope }: OpenedInsights,
  { days, locationId }: HourInsightsInput,
): Promise<HourInsights> {
  const measuredAt = ctx.clock.now()
  const places = await listPlaces(ctx.db, scope)
  const place = places.find(({ id }) => id === locationId)
  if (locationId !== undefined && !place) throw refuse(redemptionRefusals, 'LOCATION')
  const timeZone = readTimeZone(place?.fields['timeZone']) ?? ctx.settings.timeZone
  const { window } = insightWindows(timeZone, measuredAt, days)
  const isCounted = locationId === undefined && hasWholeHours(timeZone, window)
  const [recordedSince, counts] = await batchReads(ctx.db, (db) =>
    Promise.all([
      findFirstHour(db, scope),
      isCounted ? readCounters({ ...ctx, db }, scope, window) : countQuarters(db, scope, window, locationId),
    ]),
  )
  return {
    locations: places.map(({ id, name }) => ({ id, name: name.trim() || 'Unknown Location' })),
    cells: heatCells(timeZone, recordedPart(timeZone, window, recordedSince), counts),
    recordedSince,
    window,
    timeZone,
    measuredAt,
  }
}

/** Counters of whole hours; of the hour that runs, what has happened so far. */
async function readCounters(ctx: Context, scope: MerchantScope, { from, to }: InsightWindow): Promise<QuarterCount[]> {
  const thisHour = startOfHourIn(ctx.settings.timeZone, to)
  const [hours, now] = await Promise.all([
    listHours(ctx.db, scope, from, thisHour),
    countQuarters(ctx.db, scope, { from: thisHour, to }, undefined),
  ])
  return [...hours.map(({ hour, count }) => ({ quarter: quarterOfHour(hour), count })), ...now]
}
