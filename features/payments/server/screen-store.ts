import { desc, eq, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { keyset, type SortKey } from '@quaff/platform/server/list/keyset'
import { countUpTo, one } from '@quaff/platform/server/list/page-total'
import { inText } from '@quaff/platform/server/rows/in-text'
import { held, type Locked } from '@quaff/platform/server/transaction'
import type { ListAsideInput } from '../contract'
import { paymentEvents, paymentLinks } from './tables'

type EventRow = typeof paymentEvents.$inferSelect

const isAside = sql`${paymentEvents.outcome} = 'aside'`
const received: SortKey = { kind: 'instant', expression: sql`${paymentEvents.receivedAt}`, indexed: 'descending' }
export const asideList = { name: 'payment-events', order: 'desc' } as const
const named = (name: string) => sql`${paymentEvents.facts} -> 'names' ->> ${sql.raw(`'${name}'`)}`

/** With what is known here of those that an event names. */
export async function listAsideRows(db: Queryable, scope: MerchantScope, { limit, cursor }: ListAsideInput) {
  const page = keyset({ ...asideList, key: received, id: sql`${paymentEvents.eventId}`, cursor })
  return db
    .select({
      event: paymentEvents,
      id: paymentEvents.eventId,
      sortValue: page.sortValue,
      merchantId: merchants.id,
      merchantName: merchants.name,
      personId: users.id,
      subscriptionId: subscriptions.id,
    })
    .from(paymentEvents)
    .leftJoin(paymentLinks, eq(paymentLinks.providerSubscriptionId, paymentEvents.providerSubscriptionId))
    .leftJoin(subscriptions, eq(subscriptions.id, paymentLinks.subscriptionId))
    .leftJoin(
      merchants,
      sql`${merchants.id} = coalesce(${named('merchantId')}, ${subscriptions.merchantId}) and ${scopeWhere(scope, merchants.id) ?? sql`true`}`,
    )
    .leftJoin(users, sql`${users.id} = coalesce(${named('userId')}, ${subscriptions.userId})`)
    .where(sql`${isAside} and ${page.after ?? sql`true`}`)
    .orderBy(...page.orderBy)
    .limit(inText(limit))
}

export function countAside(db: Queryable): Promise<number> {
  return countUpTo(db, db.select(one).from(paymentEvents).where(isAside))
}

export async function findLastEvent(db: Queryable): Promise<EventRow | undefined> {
  const [row] = await db.select().from(paymentEvents).orderBy(desc(paymentEvents.receivedAt)).limit(inText(1))
  return row
}

export async function lockAside(tx: Transaction, eventId: string): Promise<Locked<EventRow> | undefined> {
  const [row] = await tx.select().from(paymentEvents).where(eq(paymentEvents.eventId, eventId)).for('update')
  return row?.outcome === 'aside' ? held(row) : undefined
}
