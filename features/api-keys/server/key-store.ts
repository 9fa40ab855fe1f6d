import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import {
  countUpTo,
  held,
  inText,
  keyset,
  type Locked,
  one,
  type Queryable,
  searchCondition,
  type SortKey,
  type Transaction,
} from '@quaff/platform/server'
import type { KeyFilter, ListKeysInput } from '../contract'
import { apiKeys, apiKeySecrets } from './tables'

export type StoredKey = typeof apiKeys.$inferSelect

const isWorking = (now: Date) =>
  sql`(${apiKeys.revokedAt} is null and coalesce(${apiKeys.expiresAt} > ${now.toISOString()}::timestamptz, true))`
const hasEnded = (now: Date) => sql`not ${isWorking(now)}`

function matching({ keys, q }: KeyFilter, now: Date) {
  const group = keys && { working: isWorking, ended: hasEnded }[keys](now)
  return and(group, searchCondition(apiKeys.name, q))
}

const created: SortKey = { kind: 'instant', expression: sql`${apiKeys.createdAt}`, indexed: 'descending' }
export const keyList = { name: 'keys', order: 'desc' } as const

/** One statement for the key and its secrets. The newest secret has no end. */
const shownColumns = (scope: MerchantScope) => ({
  key: apiKeys,
  start: sql<string | null>`(select s.start from ${apiKeySecrets} s
    where s.api_key_id = "api_keys"."id" and s.valid_until is null)`,
  oldSecretUntil: sql<Date | null>`(select max(s.valid_until) from ${apiKeySecrets} s
    where s.api_key_id = "api_keys"."id")`.mapWith(apiKeySecrets.validUntil),
  merchantNames: sql<Record<string, string> | null>`(select jsonb_object_agg("merchants"."id", "merchants"."name")
    from ${merchants} where ${scopeWhere(scope, merchants.id)}
    and "merchants"."id" in (select jsonb_array_elements_text("api_keys"."merchant_ids")))`,
})
export type ShownRow = Awaited<ReturnType<typeof findKeyRow>> & object

export async function listKeyRows(db: Queryable, scope: MerchantScope, input: ListKeysInput, now: Date) {
  const page = keyset({ ...keyList, key: created, id: sql`${apiKeys.id}`, cursor: input.cursor })
  return db
    .select({ ...shownColumns(scope), id: apiKeys.id, sortValue: page.sortValue })
    .from(apiKeys)
    .where(and(matching(input, now), page.after))
    .orderBy(...page.orderBy)
    .limit(inText(input.limit))
}

export function countKeyRows(db: Queryable, filter: KeyFilter, now: Date) {
  return countUpTo(db, db.select(one).from(apiKeys).where(matching(filter, now)))
}

export async function findKeyRow(db: Queryable, scope: MerchantScope, keyId: string) {
  const [row] = await db.select(shownColumns(scope)).from(apiKeys).where(eq(apiKeys.id, keyId))
  return row
}

export async function lockKey(tx: Transaction, keyId: string) {
  const [row] = await tx.select().from(apiKeys).where(eq(apiKeys.id, keyId)).for('update')
  return row && held(row)
}

/** Counts working keys under a lock that stops concurrent creates. */
export async function countWorkingKeys(tx: Transaction, now: Date) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('api_keys'))`)
  const rows = await tx.select({ id: apiKeys.id }).from(apiKeys).where(isWorking(now))
  return rows.length
}

export async function insertKey(tx: Transaction, row: typeof apiKeys.$inferInsert) {
  await tx.insert(apiKeys).values(row)
}

type KeyPatch = Partial<Pick<StoredKey, 'revokedAt' | 'revokedBy'>>

export async function updateKey(tx: Transaction, { id, version }: Locked<StoredKey>, patch: KeyPatch) {
  await tx
    .update(apiKeys)
    .set({ ...patch, version: version + 1 })
    .where(eq(apiKeys.id, id))
}

export async function insertSecret(tx: Transaction, row: typeof apiKeySecrets.$inferInsert) {
  await tx.insert(apiKeySecrets).values(row)
}

/** Deletes older secrets. The newest works until `until`, or is deleted too if that is null. */
export async function endSecrets(tx: Transaction, { id }: Locked<StoredKey>, until: Date | null) {
  if (until === null) {
    await tx.delete(apiKeySecrets).where(eq(apiKeySecrets.apiKeyId, id))
    return
  }
  const isOlder = sql`${apiKeySecrets.validUntil} is not null`
  await tx.delete(apiKeySecrets).where(and(eq(apiKeySecrets.apiKeyId, id), isOlder))
  await tx.update(apiKeySecrets).set({ validUntil: until }).where(eq(apiKeySecrets.apiKeyId, id))
}

/** Returns the IDs that exist. */
export async function findMerchantIds(
  db: Queryable,
  scope: MerchantScope,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(scopeWhere(scope, merchants.id), inArray(merchants.id, [...ids])))
  return new Set(rows.map(({ id }) => id))
}

/** Finds a key by the start of its secret. The caller checks the rest and whether the key is valid. */
export async function findBySecretStart(db: Queryable, start: string) {
  const [row] = await db
    .select({ key: apiKeys, secret: apiKeySecrets })
    .from(apiKeySecrets)
    .innerJoin(apiKeys, eq(apiKeys.id, apiKeySecrets.apiKeyId))
    .where(eq(apiKeySecrets.start, start))
  return row
}

export async function saveLastUsed(db: Queryable, keyId: string, now: Date, before: Date) {
  const isOld = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before))
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, keyId), isOld))
}
