import { readTimeZone } from '@quaff/features/locations/rules'
import type { Context } from '@quaff/platform/server/context'
import { Refusal } from '@quaff/platform/shared/refusal'
import type { HourInsights, HourInsightsInput } from '../../insights/contract'
import { heatCells, insightWindows } from '../../insights/rules'
import { countQuarters, listPlaces } from './insights-store'
import { openInsights, type OpenedInsights } from './open-insights'

/** On the clock of the chosen location; of all locations, on the platform's. */
export async function getHourInsights(ctx: Context, input: HourInsightsInput): Promise<HourInsights> {
  const opened = await openInsights(ctx, input.merchantId)
  return opened.once(['hours', String(input.days), input.locationId ?? ''], () => readHours(ctx, opened, input))
}

async function readHours(
  ctx: Context,
  { scope }: OpenedInsights,
  { days, locationId }: HourInsightsInput,
): Promise<HourInsights> {
  const measuredAt = ctx.clock.now()
  const places = await listPlaces(ctx.db, scope)
  const place = places.find(({ id }) => id === locationId)
  if (locationId !== undefined && !place) throw locationNotFound()
  const timeZone = readTimeZone(place?.fields['timeZone']) ?? ctx.settings.timeZone
  const { window } = insightWindows(timeZone, measuredAt, days)
  const counts = await countQuarters(ctx.db, scope, window, locationId)
  return {
    locations: places.map(({ id, name }) => ({ id, name: name.trim() || 'Unknown Location' })),
    cells: heatCells(timeZone, window, counts),
    window,
    timeZone,
    measuredAt,
  }
}

const locationNotFound = () =>
  new Refusal('NOT_FOUND', 'LOCATION', 'This location does not exist or is not of this merchant.')
