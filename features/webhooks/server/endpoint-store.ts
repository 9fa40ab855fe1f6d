import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { held, type Locked, type Queryable, type Transaction } from '@quaff/platform/server'
import { webhookListeners } from '@quaff/platform/server/tables'
import type { DisabledReason } from '../contract'
import { webhookDeliveries, webhookEndpoints, webhookSecrets } from './tables'

export type StoredEndpoint = typeof webhookEndpoints.$inferSelect

const countMost = 10_000
/** The console shows no higher count. */
const countOf = (
  status: 'waiting' | 'failed',
) => sql<number>`(select count(*)::int from (select from ${webhookDeliveries} d
  where d.endpoint_id = "webhook_endpoints"."id" and d.status = ${status} limit ${countMost}) counted)`

const shownColumns = (scope: MerchantScope) => ({
  endpoint: webhookEndpoints,
  oldSecretUntil: sql<Date | null>`(select max(s.valid_until) from ${webhookSecrets} s
    where s.endpoint_id = "webhook_endpoints"."id")`.mapWith(webhookSecrets.validUntil),
  waiting: countOf('waiting'),
  failed: countOf('failed'),
  merchantNames: sql<Record<string, string> | null>`(select jsonb_object_agg("merchants"."id", "merchants"."name")
    from ${merchants} where ${scopeWhere(scope, merchants.id)}
    and "merchants"."id" in (select jsonb_array_elements_text("webhook_endpoints"."merchant_ids")))`,
})
export type ShownRow = Awaited<ReturnType<typeof findEndpointRow>> & object

export async function listEndpointRows(db: Queryable, scope: MerchantScope) {
  return db.select(shownColumns(scope)).from(webhookEndpoints).orderBy(desc(webhookEndpoints.createdAt))
}

export async function findEndpointRow(db: Queryable, scope: MerchantScope, endpointId: string) {
  const [row] = await db.select(shownColumns(scope)).from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId))
  return row
}

export async function lockEndpoint(tx: Transaction, endpointId: string) {
  const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId)).for('update')
  return row && held(row)
}

/** Counts the endpoints under a lock that stops concurrent creates. */
export async function countEndpoints(tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhook_endpoints'))`)
  return tx.$count(webhookEndpoints)
}

export async function insertEndpoint(tx: Transaction, row: typeof webhookEndpoints.$inferInsert) {
  await tx.insert(webhookEndpoints).values(row)
  await setListening(tx, row.id, row.isEnabled)
}

export type EndpointPatch = Partial<
  Pick<
    StoredEndpoint,
    | 'url'
    | 'description'
    | 'eventTypes'
    | 'merchantIds'
    | 'isEnabled'
    | 'disabledReason'
    | 'disabledAt'
    | 'failingSince'
  >
>

export async function updateEndpoint(tx: Transaction, { id, version }: Locked<StoredEndpoint>, patch: EndpointPatch) {
  await tx
    .update(webhookEndpoints)
    .set({ ...patch, version: version + 1 })
    .where(eq(webhookEndpoints.id, id))
  if (patch.isEnabled !== undefined) await setListening(tx, id, patch.isEnabled)
}

/** Returns undefined if it was already disabled. */
export async function disableEndpoint(
  tx: Transaction,
  endpointId: string,
  { disabledReason, disabledAt }: { disabledReason: DisabledReason; disabledAt: Date },
) {
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ isEnabled: false, disabledReason, disabledAt, version: sql`${webhookEndpoints.version} + 1` })
    .where(and(eq(webhookEndpoints.id, endpointId), webhookEndpoints.isEnabled))
    .returning()
  await setListening(tx, endpointId, false)
  return row
}

export async function deleteEndpoint(tx: Transaction, { id }: Locked<StoredEndpoint>) {
  await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  await setListening(tx, id, false)
}

async function setListening(tx: Transaction, id: string, isListening: boolean) {
  if (isListening) await tx.insert(webhookListeners).values({ id }).onConflictDoNothing()
  else await tx.delete(webhookListeners).where(eq(webhookListeners.id, id))
}

/** Returns the IDs that exist. */
export async function findMerchantIds(db: Queryable, scope: MerchantScope, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>()
  const rows = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(scopeWhere(scope, merchants.id), inArray(merchants.id, [...ids])))
  return new Set(rows.map(({ id }) => id))
}
