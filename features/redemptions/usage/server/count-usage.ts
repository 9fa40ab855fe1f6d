import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Services } from '@quaff/platform/server/context'
import { clampInstant } from '@quaff/platform/server/list/keyset'
import { startOfHourIn } from '@quaff/platform/shared/calendar'
import { countHoursOfAll, countUsageRows } from './usage-count-store'
import type { UsageQuery } from './usage-store'

/** What is rare among the rows of all merchants, one status or one hour of the week, is added up from the hour counters. */
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
  if (!scope.all || !isRare || isNarrow || !isWhole(hours.from) || !isWhole(hours.to))
    return countUsageRows(db, scope, filter)
  return countHoursOfAll(db, { ...hours, status, slot, currentHour: startOfHourIn(settings.timeZone, clock.now()) })
}
