import type { Services } from '@quaff/platform/server/context'
import { lastDays, todayIn, windowOf } from '../range/rules'
import { usageLimits } from '../usage/contract'
import { startMonths } from '../usage/rules'
import { findFirstHourOfAll } from './drinks-store'
import { cohortsKey, readCohorts } from './read-cohorts'
import { drinksKey, readDrinks } from './read-drinks'
import { saveSnapshot } from './snapshot-store'

/** Part of the recurring job: what everybody asks for first over all merchants, one read after the other. */
export async function refreshUsage({
  db,
  clock,
  settings,
}: Pick<Services, 'db' | 'clock' | 'settings'>): Promise<void> {
  const { timeZone } = settings
  const measuredAt = clock.now()
  const recordedSince = await findFirstHourOfAll(db)
  for (const count of usageLimits.keptRanges) {
    const days = lastDays(todayIn(timeZone, measuredAt), count)
    const data = await readDrinks(db, {
      scope: 'every_merchant',
      window: windowOf(timeZone, days),
      planId: undefined,
      timeZone,
      recordedSince,
    })
    await saveSnapshot(db, drinksKey(days), { data, measuredAt })
  }
  const months = startMonths(timeZone, measuredAt)
  const cohorts = await readCohorts(db, 'every_merchant', { timeZone, months, planId: undefined })
  await saveSnapshot(db, cohortsKey(months), { data: { cohorts }, measuredAt })
}
