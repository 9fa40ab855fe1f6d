import { desc, eq, inArray, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { pick } from '@quaff/platform/server/rows/pick'
import { platformSettingKeys, type PlatformSettingKey } from '../platform-contract'
import { platformSettings } from './tables'

export async function listSettingRows(db: Queryable) {
  return db
    .select({
      ...pick(platformSettings, 'key', 'version', 'updatedAt'),
      // Parsed by the driver: the column's own mapping would parse a text of digits once more, into a number.
      value: sql<unknown>`${platformSettings.value}`,
      updatedByName: sql<string | null>`coalesce(${users.displayName}, ${users.email})`,
    })
    .from(platformSettings)
    .leftJoin(users, eq(users.id, platformSettings.updatedBy))
    .where(inArray(platformSettings.key, [...platformSettingKeys]))
    .orderBy(desc(platformSettings.updatedAt))
}
export type SettingRow = Awaited<ReturnType<typeof listSettingRows>>[number]

/** Whoever changes settings waits here for whoever does so already: before the first change there is no row to lock. */
export async function lockSettings(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${platformSettings} in share row exclusive mode`)
}

type NewValue = { key: PlatformSettingKey; value: unknown; updatedAt: Date; updatedBy: string }

export async function writeSetting(tx: Transaction, { key, value, updatedAt, updatedBy }: NewValue): Promise<void> {
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
