import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { merchantNamed } from '@quaff/features/merchants/server'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere } from '@quaff/features/sessions/server'
import { countUpTo, inText, keyset, newestFirst, one, pick, type Queryable, type SortKey } from '@quaff/platform/server'
import type { AdjustmentKind, ListPayoutsInput, PayoutFilter, PayoutSort } from '../../contract'
import { payoutAdjustments, payoutPastSteps, payoutReminders, payouts } from '../tables'
import type { PayoutScope } from './payout-scope'

/** Default order of the list; part of its cursors. */
export const payoutOrder = { name: 'payouts', order: 'desc' } as const

const sortKeys = {
  period: { kind: 'text', expression: sql`${payouts.period}`, indexed: 'descending' },
  merchant: { kind: 'text', expression: sql`lower(${merchants.name})` },
  net: { kind: 'integer', expression: sql`${payouts.netMinor}` },
  status: { kind: 'text', expression: sql`${payouts.status}` },
} as const satisfies Record<PayoutSort, SortKey>

export type PayoutOrder = Pick<ListPayoutsInput, 'sort' | 'order'>

/** Returns the cursor's name and order, so that a cursor of another sort is refused. */
export function cursorOf({ sort = 'period', order = payoutOrder.order }: PayoutOrder) {
  return { name: sort === 'period' ? payoutOrder.name : `${payoutOrder.name}-${sort}`, order }
}

/** Matches the indexes. Includes the id, because a month has thousands. */
const inOrder = [newestFirst(payouts.period), newestFirst(payouts.id)]
const byPeriod = { desc: inOrder, asc: [sql`${payouts.period} asc nulls first`, sql`${payouts.id} asc nulls first`] }

const visible = ({ merchants: scope, withDrafts }: PayoutScope) =>
  and(scopeWhere(scope, payouts.merchantId), withDrafts ? undefined : ne(payouts.status, 'draft'))

export const matching = (scope: PayoutScope, { period, status, merchantId, q }: PayoutFilter) =>
  and(
    visible(scope),
    period === undefined ? undefined : eq(payouts.period, period),
    status && eq(payouts.status, status),
    merchantId === undefined ? undefined : eq(payouts.merchantId, merchantId),
    merchantNamed(q, payouts.id),
  )

/** A payout with its merchant's name and bank columns. `bank` is null if nothing was ever saved. */
const shown = {
  payout: payouts,
  merchantName: merchants.name,
  bank: pick(merchantBankAccounts, 'routingNumber', 'accountNumberEncrypted', 'accountLast4'),
}

function selectPayouts(db: Queryable, sort: PayoutSort = 'period') {
  const sortValue = sql<string | number>`${sortKeys[sort].expression}`.as('sort_value')
  return db
    .select({ ...shown, id: payouts.id, sortValue })
    .from(payouts)
    .innerJoin(merchants, eq(merchants.id, payouts.merchantId))
    .leftJoin(merchantBankAccounts, eq(merchantBankAccounts.merchantId, payouts.merchantId))
}
export type ShownPayout = Awaited<ReturnType<typeof selectPayouts>>[number]

export type PayoutPage = { limit: number; cursor?: string | null | undefined }

export function listPayoutRows(
  db: Queryable,
  scope: PayoutScope,
  filter: PayoutFilter,
  { limit, cursor, sort = 'period', order }: PayoutPage & PayoutOrder,
) {
  const pages = keyset({ ...cursorOf({ sort, order }), key: sortKeys[sort], id: sql`${payouts.id}`, cursor })
  return selectPayouts(db, sort)
    .where(and(matching(scope, filter), pages.after))
    .orderBy(...(sort === 'period' ? byPeriod[order ?? payoutOrder.order] : pages.orderBy))
    .limit(inText(limit))
}

export function listPayoutsByIds(db: Queryable, scope: PayoutScope, ids: readonly string[]) {
  return selectPayouts(db)
    .where(and(visible(scope), inArray(payouts.id, [...ids])))
    .orderBy(...inOrder)
}

export function countPayoutRows(db: Queryable, scope: PayoutScope, filter: PayoutFilter) {
  const rows = db.select(one).from(payouts)
  // Only a search by name needs the merchants, because every payout has one.
  const found = filter.q === undefined ? rows : rows.innerJoin(merchants, eq(merchants.id, payouts.merchantId))
  return countUpTo(db, found.where(matching(scope, filter)))
}

export async function findPayout(db: Queryable, scope: PayoutScope, payoutId: string) {
  const [row] = await selectPayouts(db).where(and(visible(scope), eq(payouts.id, payoutId)))
  return row
}

/** Returns the newest period's payout; with several currencies USD first. */
export async function findLastPayout(db: Queryable, scope: PayoutScope) {
  const [row] = await db
    .select()
    .from(payouts)
    .where(visible(scope))
    .orderBy(newestFirst(payouts.period), sql`${payouts.currency} <> 'usd'`, payouts.currency)
    .limit(inText(1))
  return row
}

const lines = sql<{ kind: AdjustmentKind; count: number; amount: string }[]>`(
  select coalesce(json_agg(found), '[]') from (
    select kind, count(*)::int as count, sum(amount_minor)::text as amount from ${payoutAdjustments} line
    where line.payout_id = ${payouts.id} group by kind, amount_minor > 0 order by kind
  ) found)`
const failedAttempts = sql<number>`(
  select count(*)::int from ${payoutPastSteps} past where past.payout_id = ${payouts.id} and past.status = 'failed')`

/** Returns a page of a month's payouts with their adjustments and failed attempts, newest id first. */
export function listRunRows(db: Queryable, scope: PayoutScope, period: string, { limit, cursor }: PayoutPage) {
  const pages = keyset({ ...cursorOf({}), key: sortKeys.period, id: sql`${payouts.id}`, cursor })
  return db
    .select({
      ...shown,
      id: payouts.id,
      sortValue: payouts.period,
      lines,
      failedAttempts,
      remindedAt: payoutReminders.remindedAt,
    })
    .from(payouts)
    .innerJoin(merchants, eq(merchants.id, payouts.merchantId))
    .leftJoin(merchantBankAccounts, eq(merchantBankAccounts.merchantId, payouts.merchantId))
    .leftJoin(payoutReminders, eq(payoutReminders.merchantId, payouts.merchantId))
    .where(and(matching(scope, { period }), pages.after))
    .orderBy(...inOrder)
    .limit(inText(limit))
}
