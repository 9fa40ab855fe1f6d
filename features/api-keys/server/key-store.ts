import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { keyset, type SortKey } from '@quaff/platform/server/list/keyset'
import { countUpTo, one } from '@quaff/platform/server/list/page-total'
import { searchCondition } from '@quaff/platform/server/list/search'
import { held, type Locked } from '@quaff/platform/server/transaction'
import type { KeyFilter, ListKeysInput } from '../contract'
import { apiKeys, apiKeySecrets } from './tables'

export type StoredKey = typeof apiKeys.$inferSelect
export type StoredSecret = typeof apiKeySecrets.$inferSelect

const isWorking = (now: Date) =>
  sql`(${apiKeys.revokedAt} is null and coalesce(${apiKeys.expiresAt} > ${now.toISOString()}::timestamptz, true))`
const hasEnded = (now: Date) => sql`not ${isWorking(now)}`

function matching({ keys, q }: KeyFilter, now: Date): SQL | undefined {
  const group = keys && { working: isWorking, ended: hasEnded }[keys](now)
  return and(group, searchCondition(sql`lower(${apiKeys.name})`, q))
}

const created: SortKey = { kind: 'instant', expression: sql`${apiKeys.createdAt}`, indexed: 'descending' }
export const keyList = { name: 'keys', order: 'desc' } as const

export async function listKeyRows(db: Queryable, input: ListKeysInput, now: Date) {
  const page = keyset({ ...keyList, key: created, id: sql`${apiKeys.id}`, cursor: input.cursor })
  return db
    .select({ key: apiKeys, id: apiKeys.id, sortValue: page.sortValue })
    .from(apiKeys)
    .where(and(matching(input, now), page.after))
    .orderBy(...page.orderBy)
    .limit(input.limit)
}

export function countKeyRows(db: Queryable, filter: KeyFilter, now: Date): Promise<number> {
  return countUpTo(db, db.select(one).from(apiKeys).where(matching(filter, now)))
}

export async function findKeyRow(db: Queryable, keyId: string): Promise<StoredKey | undefined> {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, keyId))
  return row
}

export async function lockKey(tx: Transaction, keyId: string): Promise<Locked<StoredKey> | undefined> {
  const [row] = await tx.select().from(apiKeys).where(eq(apiKeys.id, keyId)).for('update')
  return row && held(row)
}

/** Those that work, all of them locked out of being made meanwhile. */
export async function countWorkingKeys(tx: Transaction, now: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('api_keys'))`)
  const rows = await tx.select({ id: apiKeys.id }).from(apiKeys).where(isWorking(now))
  return rows.length
}

export async function insertKey(tx: Transaction, row: typeof apiKeys.$inferInsert): Promise<void> {
  await tx.insert(apiKeys).values(row)
}

export type KeyPatch = Partial<Pick<StoredKey, 'revokedAt' | 'revokedBy'>>

export async function updateKey(tx: Transaction, { id, version }: Locked<StoredKey>, patch: KeyPatch): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ ...patch, version: version + 1 })
    .where(eq(apiKeys.id, id))
}

export async function insertSecret(tx: Transaction, row: typeof apiKeySecrets.$inferInsert): Promise<void> {
  await tx.insert(apiKeySecrets).values(row)
}

/** What is older than the newest secret goes; the newest itself works until `until`, or goes as well. */
export async function endSecrets(tx: Transaction, { id }: Locked<StoredKey>, until: Date | null): Promise<void> {
  if (until === null) {
    await tx.delete(apiKeySecrets).where(eq(apiKeySecrets.apiKeyId, id))
    return
  }
  const isOlder = sql`${apiKeySecrets.validUntil} is not null`
  await tx.delete(apiKeySecrets).where(and(eq(apiKeySecrets.apiKeyId, id), isOlder))
  await tx.update(apiKeySecrets).set({ validUntil: until }).where(eq(apiKeySecrets.apiKeyId, id))
}

/** The newest first: it is the one without an end. */
export async function listSecretsOf(
  db: Queryable,
  keyIds: readonly string[],
): Promise<Pick<StoredSecret, 'apiKeyId' | 'start' | 'validUntil'>[]> {
  const { apiKeyId, start, validUntil } = apiKeySecrets
  return db
    .select({ apiKeyId, start, validUntil })
    .from(apiKeySecrets)
    .where(inArray(apiKeyId, [...keyIds]))
    .orderBy(sql`${validUntil} asc nulls first`, start)
}

export async function listMerchantNames(
  db: Queryable,
  scope: MerchantScope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(and(scopeWhere(scope, merchants.id), inArray(merchants.id, [...ids])))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
