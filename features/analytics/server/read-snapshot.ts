import type { z } from 'zod'
import type { Services } from '@quaff/platform/server/context'
import { remember } from '@quaff/platform/server/memory/remember'
import { writableOf } from '@quaff/platform/server/reading/replicas'
import { analyticsLimits } from '../range/contract'
import { isYounger } from './refresh-analytics'
import { findSnapshot, saveSnapshot } from './snapshot-store'

/** How long askers of one process share a read that has just been made, or is being made. */
const sharedMs = 30_000

/**
 * An answer over all merchants that is dear to read: kept in the database for all processes, read anew when it is older
 * than 15 minutes. `key` names what was asked, with its days; `schema` reads what JSON has made of it.
 */
export async function readSnapshot<T>(
  services: Services,
  key: string,
  schema: z.ZodType<T>,
  read: () => Promise<T>,
): Promise<{ data: T; measuredAt: Date }> {
  const known = await findSnapshot(services.db, key)
  if (known && isYounger(known.measuredAt, services.clock.now(), analyticsLimits.snapshotMaxAgeMs)) {
    const parsed = schema.safeParse(known.data)
    // What an earlier version has kept in another shape is read anew.
    if (parsed.success) return { data: parsed.data, measuredAt: known.measuredAt }
  }
  return remember(services, { key: ['analytics', 'snapshot', key], maxAgeMs: sharedMs }, async () => {
    const measuredAt = services.clock.now()
    const data = await read()
    await saveSnapshot(writableOf(services), key, { data, measuredAt })
    return { data, measuredAt }
  })
}
