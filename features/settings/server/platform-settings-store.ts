import { desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '@quaff/features/accounts/tables'
import { nameOrEmail, pick, type Queryable, type Transaction } from '@quaff/platform/server'
import { type PlatformSettingKey, platformSettingKeys } from '../platform-contract'
import { platformSettings } from './tables'

export async function listSettingRows(db: Queryable) {
  return db
    .select({
      ...pick(platformSettings, 'key', 'version', 'updatedAt'),
      // Parsed by the driver: the column's own mapping would parse a text of digits once more, into a number.
      value: sql<unknown>`${platformSettings.value}`,
      updatedByName: nameOrEmail(users.displayName, users.email),
    })
    .from(platformSettings)
    .leftJoin(users, eq(users.id, platformSettings.updatedBy))
    .where(inArray(platformSettings.key, [...platformSettingKeys]))
    .orderBy(desc(platformSettings.updatedAt))
}
export type SettingRow = Awaited<ReturnType<typeof listSettingRows>>[number]

/** Serializes changes, because before the first one there is no row to lock. */
export async function lockSettings(tx: Transaction) {
  await tx.execute(sql`lock table ${platformSettings} in share row exclusive mode`)
}

type NewValue = { key: PlatformSettingKey; value: unknown; updatedAt: Date; updatedBy: string | null }

export async function writeSetting(tx: Transaction, { key, value, updatedAt, updatedBy }: NewValue) {
  // JSON's own null: without the cast the driver would send the database's.
  const json = sql`${JSON.stringify(value)}::jsonb`
  await tx
    .insert(platformSettings)
    .values({ key, value: json, updatedAt, updatedBy })
    .onConflictDoUpdate({
      target: platformSettings.key,
      set: { value: json, updatedAt, updatedBy, version: sql`${platformSettings.version} + 1` },
    })
}

const counterZoneSchema = z.object({ timeZone: z.string(), isComplete: z.boolean() })
export type CounterZone = z.infer<typeof counterZoneSchema>

/** Internal, not editable. */
const zoneKey = 'counterTimeZone'
const zoneJson = (zone: CounterZone) => sql`${JSON.stringify(zone)}::jsonb`

export async function findCounterZone(db: Queryable) {
  const [row] = await db
    .select({ value: platformSettings.value })
    .from(platformSettings)
    .where(eq(platformSettings.key, zoneKey))
  return counterZoneSchema.nullish().parse(row?.value) ?? null
}

/** If several servers start concurrently, the first zone wins. */
export async function insertCounterZone(db: Queryable, zone: CounterZone, updatedAt: Date) {
  await db
    .insert(platformSettings)
    .values({ key: zoneKey, value: zoneJson(zone), updatedAt })
    .onConflictDoNothing()
}

export async function updateCounterZone(db: Queryable, zone: CounterZone, updatedAt: Date) {
  await db
    .update(platformSettings)
    .set({ value: zoneJson(zone), updatedAt })
    .where(eq(platformSettings.key, zoneKey))
}

/** By lower-case code; other currencies have two. */
const decimalsSchema = z.record(z.string(), z.int())
export type CurrencyDecimals = z.infer<typeof decimalsSchema>

/** Internal, not editable. */
const decimalsKey = 'currencyDecimals'
const decimalsJson = (decimals: CurrencyDecimals) => sql`${JSON.stringify(decimals)}::jsonb`

export async function findCurrencyDecimals(db: Queryable) {
  const [row] = await db
    .select({ value: platformSettings.value })
    .from(platformSettings)
    .where(eq(platformSettings.key, decimalsKey))
  return decimalsSchema.nullish().parse(row?.value) ?? null
}

/** If several servers start concurrently, the first values win. */
export async function insertCurrencyDecimals(db: Queryable, decimals: CurrencyDecimals, now: Date) {
  await db
    .insert(platformSettings)
    .values({ key: decimalsKey, value: decimalsJson(decimals), updatedAt: now })
    .onConflictDoNothing()
}

export async function updateCurrencyDecimals(db: Queryable, decimals: CurrencyDecimals, now: Date) {
  await db
    .update(platformSettings)
    .set({ value: decimalsJson(decimals), updatedAt: now })
    .where(eq(platformSettings.key, decimalsKey))
}

/** `goodAt`: of the last drill that succeeded; `takenAt`: of the backup that it restored. */
const drillSchema = z.object({
  isGood: z.boolean(),
  goodAt: z.coerce.date().optional(),
  takenAt: z.coerce.date().optional(),
})
export type Drill = z.infer<typeof drillSchema>

/** Internal, not editable. */
const drillKey = 'recoveryDrill'

export async function findDrill(db: Queryable): Promise<Drill | null> {
  const [row] = await db
    .select({ value: platformSettings.value })
    .from(platformSettings)
    .where(eq(platformSettings.key, drillKey))
  return drillSchema.nullish().parse(row?.value) ?? null
}

/** A failure keeps the time of the last success. */
export async function saveDrill(db: Queryable, drill: Drill, updatedAt: Date): Promise<void> {
  const value = sql`${JSON.stringify(drill)}::jsonb`
  await db
    .insert(platformSettings)
    .values({ key: drillKey, value, updatedAt })
    .onConflictDoUpdate({
      target: platformSettings.key,
      set: { value: sql`${platformSettings.value} || ${value}`, updatedAt },
    })
}
