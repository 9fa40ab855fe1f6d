import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '@quaff/platform/server/context'
import { platformSettings } from './tables'

const counterZoneSchema = z.object({ timeZone: z.string(), isComplete: z.boolean() })
export type CounterZone = z.infer<typeof counterZoneSchema>

/** Beside the settings that people change, and not one of them. */
const key = 'counterTimeZone'
const json = (zone: CounterZone) => sql`${JSON.stringify(zone)}::jsonb`

export async function findCounterZone(db: Queryable): Promise<CounterZone | null> {
  const [row] = await db
    .select({ value: platformSettings.value })
    .from(platformSettings)
    .where(eq(platformSettings.key, key))
  return counterZoneSchema.nullish().parse(row?.value) ?? null
}

/** Of several servers that start together the first one's zone stays. */
export async function insertCounterZone(db: Queryable, zone: CounterZone, updatedAt: Date): Promise<void> {
  await db
    .insert(platformSettings)
    .values({ key, value: json(zone), updatedAt })
    .onConflictDoNothing()
}

export async function updateCounterZone(db: Queryable, zone: CounterZone, updatedAt: Date): Promise<void> {
  await db
    .update(platformSettings)
    .set({ value: json(zone), updatedAt })
    .where(eq(platformSettings.key, key))
}
