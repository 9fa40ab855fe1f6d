import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '@quaff/platform/server/context'
import { platformSettings } from './tables'

/** By lower-case code; currencies that are not among them have two. */
const decimalsSchema = z.record(z.string(), z.int())
export type CurrencyDecimals = z.infer<typeof decimalsSchema>

/** Beside the settings that people change, and not one of them. */
const key = 'currencyDecimals'
const json = (decimals: CurrencyDecimals) => sql`${JSON.stringify(decimals)}::jsonb`

export async function findCurrencyDecimals(db: Queryable): Promise<CurrencyDecimals | null> {
  const [row] = await db
    .select({ value: platformSettings.value })
    .from(platformSettings)
    .where(eq(platformSettings.key, key))
  return decimalsSchema.nullish().parse(row?.value) ?? null
}

/** Of several servers that start together the first one's stay. */
export async function insertCurrencyDecimals(db: Queryable, decimals: CurrencyDecimals, now: Date): Promise<void> {
  await db
    .insert(platformSettings)
    .values({ key, value: json(decimals), updatedAt: now })
    .onConflictDoNothing()
}

export async function updateCurrencyDecimals(db: Queryable, decimals: CurrencyDecimals, now: Date): Promise<void> {
  await db
    .update(platformSettings)
    .set({ value: json(decimals), updatedAt: now })
    .where(eq(platformSettings.key, key))
}
