import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Services } from '@quaff/platform/server/context'
import { clampInstant } from '@quaff/platform/server/list/keyset'
import { startOfHourIn } from '@quaff/platform/shared/calendar'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { countHours, countHoursOfAll, countUsageRows } from './usage-count-store'
import type { UsageQuery } from './usage-store'

/**
 * Exact where the hour counters know the filter: whole hours, a status, an hour of the week. What is rare among the rows
 * of all merchants comes from them in any case; other rows are counted up to ten thousand.
 */
export async function countUsage(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  scope: MerchantScope,
  filter: UsageQuery,
): Promise<number> {
  const { from, to, status, slot, locationId, planId, method } = filter
  const isRare = status !== undefined || slot !== undefined
  const isNarrow = locationId !== undefined || planId !== undefined || method !== undefined
  const hours = { from, to: to && new Date(clampInstant(to).getTime() + 1) }
  const isWhole = (at: Date | undefined) =>
    at === undefined || startOfHourIn(settings.timeZone, clampInstant(at)).getTime() === at.getTime()
  const isCounted = !isNarrow && isWhole(hours.from) && isWhole(hours.to)
  const counted = scope.all && isRare && isCounted ? undefined : await countUsageRows(db, scope, filter)
  if (counted !== undefined && (counted <= pageLimits.counted || !isCounted)) return counted
  const wanted = { ...hours, status, slot }
  if (!scope.all) return countHours(db, scope, wanted)
  return countHoursOfAll(db, { ...wanted, currentHour: startOfHourIn(settings.timeZone, clock.now()) })
}
