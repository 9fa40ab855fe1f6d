import type { z } from 'zod'
import { inTransaction, remember, type Services, writableOf } from '@quaff/platform/server'
import { type CounterDifference, differencesOf } from '@quaff/platform/shared/counter-difference'
import { analyticsLimits } from '../range-contract'
import { lastDays, todayIn, windowOf } from '../range-rules'
import { usageLimits } from '../usage-contract'
import { startMonths } from '../usage-rules'
import { cohortsKey, drinksKey, readCohorts, readDrinks } from './read-usage'
import {
  deleteSnapshotsBefore,
  findDaysDrift,
  findHoursDrift,
  findSnapshot,
  lockCounters,
  rewriteDays,
  rewriteHours,
  saveSnapshot,
} from './snapshot-store'
import { findFirstHourOfAll } from './usage-store'

const countersKey = 'counters'
const keptMs = 24 * 60 * 60_000

/** The recurring job: figures over all merchants are as old as its last run. */
export async function refreshAnalytics(services: Services) {
  await refreshCounters(services, 0)
  await refreshUsage(services)
}

/** Both tables and their time in one transaction, unless another refresh has just made them younger than `maxAgeMs`. */
async function refreshCounters(services: Services, maxAgeMs: number) {
  return inTransaction(services, async (tx) => {
    await lockCounters(tx)
    const existing = await findSnapshot(tx, countersKey)
    const measuredAt = services.clock.now()
    if (existing && isYounger(existing.measuredAt, measuredAt, maxAgeMs)) return existing.measuredAt
    await rewriteDays(tx)
    await rewriteHours(tx)
    await saveSnapshot(tx, countersKey, { data: {}, measuredAt })
    await deleteSnapshotsBefore(tx, new Date(measuredAt.getTime() - keptMs))
    return measuredAt
  })
}

/** A time to come is no age: it was written by a clock that was wrong. */
function isYounger(at: Date, now: Date, maxAgeMs: number) {
  const ageMs = now.getTime() - at.getTime()
  return ageMs >= 0 && ageMs < maxAgeMs
}

/** Refreshes the default queries over all merchants, sequentially, as part of the recurring job. */
async function refreshUsage({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>) {
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

/** How long callers in one process share a recent or running read. */
const sharedMs = 30_000

/**
 * Caches an expensive platform-wide result in the database for all processes, for 15 minutes. `key` identifies the
 * question with its days; `schema` parses the stored JSON.
 */
export async function readSnapshot<T>(
  services: Services,
  key: string,
  schema: z.ZodType<T>,
  read: () => Promise<T>,
): Promise<{ data: T; measuredAt: Date }> {
  const existing = await findSnapshot(services.db, key)
  if (existing && isYounger(existing.measuredAt, services.clock.now(), analyticsLimits.snapshotMaxAgeMs)) {
    const parsed = schema.safeParse(existing.data)
    // A snapshot that an earlier version stored in another shape is read again.
    if (parsed.success) return { data: parsed.data, measuredAt: existing.measuredAt }
  }
  return remember(services, { key: ['analytics', 'snapshot', key], maxAgeMs: sharedMs }, async () => {
    const measuredAt = services.clock.now()
    const data = await read()
    await saveSnapshot(writableOf(services), key, { data, measuredAt })
    return { data, measuredAt }
  })
}

/**
 * Platform-wide counters lag by design, so this refreshes them and compares in the same snapshot, without concurrent
 * writes. A difference is a bug in the refresh.
 */
export async function checkAnalyticsCounters({ db }: Pick<Services, 'db'>): Promise<CounterDifference[]> {
  return db.transaction(
    async (tx) => {
      await lockCounters(tx)
      await rewriteDays(tx)
      await rewriteHours(tx)
      const [days, hours] = [await findDaysDrift(tx), await findHoursDrift(tx)]
      return [
        ...days.flatMap((row) =>
          differencesOf('analytics_days', row.key, {
            created_count: [row.stored_created, row.counted_created],
            updated_count: [row.stored_updated, row.counted_updated],
            entered_count: [row.stored_entered, row.counted_entered],
            entered_monthly_minor: [row.stored_monthly, row.counted_monthly],
          }),
        ),
        ...hours.flatMap(({ key, stored, counted }) =>
          differencesOf('analytics_hours', key, { count: [stored, counted] }),
        ),
      ]
    },
    { isolationLevel: 'repeatable read' },
  )
}
