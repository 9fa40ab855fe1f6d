import { sql, type SQL, eq } from 'drizzle-orm'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { redemptions, redemptionTotals } from '@quaff/features/redemptions/tables'
import { subscriptions, subscriptionTotals } from '@quaff/features/subscriptions/tables'
import { adminFlag, adminRole, type Queryable, type Transaction } from '@quaff/platform/server'
import { figureRole, scaledComparison, scaledSums } from '../figures-rules'
import type { FigureName, Sum } from '../report-contract'
import { SumMap } from './second-reader'
import { importDocuments, importRuns } from './tables'

type Row = { of: string; currency: string; value: string | number; more: string | number }

const among = (merchantIds: readonly string[]) => sql`merchant_id = any(${sql.param([...merchantIds])}::text[])`
const completed = sql`status = 'completed'`
const madeHere = (table: SQL, kind: string) =>
  sql`not exists (select from ${importDocuments} document where document.kind = ${kind} and document.row_id = ${table}.id)`

async function sumsOf(db: Queryable, query: SQL, ...[figure, second]: FigureName[]): Promise<Sum[]> {
  const { rows } = await db.execute<Row>(query)
  return rows.flatMap(({ of, currency, value, more }) => [
    ...(figure ? [{ figure, of, currency, value: Number(value) }] : []),
    ...(second ? [{ figure: second, of, currency, value: Number(more) }] : []),
  ])
}

/** Sums up the rows of these merchants. */
export async function sumRows(db: Queryable, merchantIds: readonly string[], besides: 'all' | 'made here') {
  const isHere = (table: SQL, kind: string) => (besides === 'all' ? sql`true` : madeHere(table, kind))
  const passes = sql`
    select merchant_id as of, billing_currency as currency, count(*) as value, sum(monthly_minor) as more
    from ${subscriptions} where ${among(merchantIds)} and status = 'active'
      and ${isHere(sql`${subscriptions}`, 'subscriptions')} group by 1, 2`
  const drinks = (of: SQL) => sql`
    select ${of} as of, '' as currency, count(*) as value, 0 as more from ${redemptions}
    where ${among(merchantIds)} and ${completed} and ${isHere(sql`${redemptions}`, 'redemptions')} group by 1`
  return [
    ...(await sumsOf(db, passes, 'active', 'monthly')),
    ...(await sumsOf(db, drinks(sql`merchant_id`), 'redemptions')),
    ...(await sumsOf(db, drinks(sql`to_char(redeemed_at at time zone 'UTC', 'YYYY-MM')`), 'month')),
  ]
}

/** Returns the same sums from the counters that pages show. */
export async function sumCounters(db: Queryable, merchantIds: readonly string[]) {
  const totals = sql`select merchant_id as of, currency, count as value, monthly_minor as more
    from ${subscriptionTotals} where ${among(merchantIds)} and status = 'active'`
  const drinks = sql`select merchant_id as of, '' as currency, count as value, 0 as more
    from ${redemptionTotals} where ${among(merchantIds)}`
  return [...(await sumsOf(db, totals, 'active', 'monthly')), ...(await sumsOf(db, drinks, 'redemptions'))]
}

/** Counts imported people by role. Claims win over the administrator's record, which wins over the document. */
export async function sumPeople(db: Queryable) {
  const flags = [{ admin: true }, { [adminRole]: true }, { [adminFlag]: true }]
  const isFlagged = sql.join(
    flags.map((flag) => sql`claims @> ${JSON.stringify(flag)}::jsonb`),
    sql` or `,
  )
  const { rows } = await db.execute<Row>(sql`
    select coalesce(nullif(claims->>'role', ''), case when ${isFlagged} then ${adminRole} end,
      (select nullif(record.role, '') from ${adminRecords} record where record.user_id = person.id), person.role) as of,
      '' as currency, count(*) as value, count(password_hash) as more
    from ${users} person where exists (select from ${importDocuments} document where document.row_id = person.id
      and document.kind in ('accounts', 'users') and document.hash <> '') group by 1`)
  const sums = new SumMap()
  for (const { of, value, more } of rows) {
    sums.add('people', figureRole(of), Number(value))
    if (Number(more) > 0) sums.add('passwords', figureRole(of), Number(more))
  }
  return sums.list()
}

/** Counts imported people who were changed since. A new password counts too. */
export async function countEditedPeople(db: Queryable) {
  const { rows } = await db.execute<{ count: string }>(sql`
    select count(distinct person.id) as count from ${users} person join ${importDocuments} document
      on document.row_id = person.id and document.kind in ('accounts', 'users')
    where person.version <> document.row_version or (person.password_hash is not null
      and person.password_hash not like 'fbscrypt.%')`)
  return Number(rows[0]?.count ?? 0)
}

/** Counts redemptions that were voided here, by merchant. */
export async function countVoided(db: Queryable, merchantIds: readonly string[]) {
  const { rows } = await db.execute<{ id: string; count: string }>(sql`
    select merchant_id as id, count(*) as count from ${redemptions}
    where ${among(merchantIds)} and voided_at is not null group by 1`)
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

/** Returns subscriptions of a merchant with the version that an import recorded. */
export async function listNotedPasses(db: Queryable, merchantId: string, after: string, limit: number) {
  const { rows } = await db.execute<{ id: string; version: number | null }>(sql`
    select own.id, document.row_version as version from ${subscriptions} own join ${importDocuments} document
      on document.kind = 'subscriptions' and document.row_id = own.id
    where own.merchant_id = ${merchantId} and own.id > ${after} order by own.id limit ${limit}`)
  return rows
}

/** Counts documents of a kind that another run wrote last. */
export async function countOfOtherRuns(db: Queryable, kind: string, runId: string) {
  const { rows } = await db.execute<{ count: string }>(sql`
    select count(*) as count from ${importDocuments} where kind = ${kind} and run_id <> ${runId} and hash <> ''`)
  return Number(rows[0]?.count ?? 0)
}

export async function findMerchantNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from ${merchants} where id = any(${sql.param([...ids])}::text[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Converts the money in stored figures of earlier imports to other decimals. */
export async function convertFigures(tx: Transaction, timesOf: (currency: string) => number) {
  const { id, report, leftOut, comparison } = importRuns
  for (const run of await tx.select({ id, report, leftOut, comparison }).from(importRuns)) {
    const left = run.leftOut
    await tx
      .update(importRuns)
      .set({
        report: run.report?.figures ? { ...run.report, figures: scaledSums(run.report.figures, timesOf) } : run.report,
        leftOut: left && { skipped: scaledSums(left.skipped, timesOf), kept: scaledSums(left.kept, timesOf) },
        comparison: run.comparison && scaledComparison(run.comparison, timesOf),
      })
      .where(eq(importRuns.id, run.id))
  }
}
