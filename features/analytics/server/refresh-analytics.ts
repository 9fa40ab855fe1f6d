import type { Services } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { lockCounters, rewriteDays, rewriteHours } from './counter-snapshot-store'
import { refreshUsage } from './refresh-usage'
import { deleteSnapshotsBefore, findSnapshot, saveSnapshot } from './snapshot-store'

export const countersKey = 'counters'
const keptMs = 24 * 60 * 60_000

/** The recurring job: figures over all merchants are as old as its last run. */
export async function refreshAnalytics(services: Services): Promise<void> {
  await refreshCounters(services, 0)
  await refreshUsage(services)
}

/** Both tables and their time in one transaction, unless another refresh has just made them younger than `maxAgeMs`. */
export async function refreshCounters(services: Services, maxAgeMs: number): Promise<Date> {
  return inTransaction(services, async (tx) => {
    await lockCounters(tx)
    const known = await findSnapshot(tx, countersKey)
    const measuredAt = services.clock.now()
    if (known && isYounger(known.measuredAt, measuredAt, maxAgeMs)) return known.measuredAt
    await rewriteDays(tx)
    await rewriteHours(tx)
    await saveSnapshot(tx, countersKey, { data: {}, measuredAt })
    await deleteSnapshotsBefore(tx, new Date(measuredAt.getTime() - keptMs))
    return measuredAt
  })
}

/** A time to come is no age: it was written by a clock that was wrong. */
export function isYounger(at: Date, now: Date, maxAgeMs: number): boolean {
  const ageMs = now.getTime() - at.getTime()
  return ageMs >= 0 && ageMs < maxAgeMs
}
