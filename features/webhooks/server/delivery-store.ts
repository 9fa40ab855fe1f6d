import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { keyset, type SortKey } from '@quaff/platform/server/list/keyset'
import { countUpTo, one } from '@quaff/platform/server/list/page-total'
import { inText } from '@quaff/platform/server/rows/in-text'
import { held, type Locked } from '@quaff/platform/server/transaction'
import { webhookLimits, type ListDeliveriesInput } from '../contract'
import type { StoredDelivery } from './sending-store'
import { webhookDeliveries } from './tables'

const created: SortKey = { kind: 'instant', expression: sql`${webhookDeliveries.createdAt}`, indexed: 'descending' }
export const deliveryList = { name: 'webhook-deliveries', order: 'desc' } as const

type Filter = Pick<ListDeliveriesInput, 'endpointId' | 'status'>
const matching = ({ endpointId, status }: Filter) =>
  and(eq(webhookDeliveries.endpointId, endpointId), status && eq(webhookDeliveries.status, status))

export async function listDeliveryRows(db: Queryable, input: ListDeliveriesInput) {
  const page = keyset({ ...deliveryList, key: created, id: sql`${webhookDeliveries.id}`, cursor: input.cursor })
  return db
    .select({ delivery: webhookDeliveries, id: webhookDeliveries.id, sortValue: page.sortValue })
    .from(webhookDeliveries)
    .where(and(matching(input), page.after))
    .orderBy(...page.orderBy)
    .limit(inText(input.limit))
}

export const countDeliveryRows = (db: Queryable, filter: Filter) =>
  countUpTo(db, db.select(one).from(webhookDeliveries).where(matching(filter)))

export async function findDelivery(db: Queryable, deliveryId: string): Promise<StoredDelivery | undefined> {
  const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, deliveryId))
  return row
}

export async function lockDelivery(tx: Transaction, deliveryId: string): Promise<Locked<StoredDelivery> | undefined> {
  const [row] = await tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, deliveryId)).for('update')
  return row && held(row)
}

export async function insertDelivery(tx: Transaction, row: typeof webhookDeliveries.$inferInsert): Promise<void> {
  await tx.insert(webhookDeliveries).values(row)
}

const again = (now: Date) => ({ status: 'waiting' as const, attempts: 0, nextAttemptAt: now, lockedUntil: null })

export async function sendAgain(tx: Transaction, { id }: Locked<StoredDelivery>, now: Date): Promise<void> {
  await tx.update(webhookDeliveries).set(again(now)).where(eq(webhookDeliveries.id, id))
}

/** Oldest first, at most one batch. */
export async function sendFailedAgain(tx: Transaction, endpointId: string, since: Date, now: Date): Promise<number> {
  const { id, status, createdAt } = webhookDeliveries
  const failed = tx
    .select({ id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(status, 'failed'), gte(createdAt, since)))
    .orderBy(createdAt)
    .limit(inText(webhookLimits.replayAtOnce))
    .for('update', { skipLocked: true })
  const rows = await tx.update(webhookDeliveries).set(again(now)).where(inArray(id, failed)).returning({ id })
  return rows.length
}
