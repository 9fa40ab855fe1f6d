import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { redemptions, redemptionTotals } from '@quaff/features/redemptions/tables'
import { subscriptions, subscriptionTotals } from '@quaff/features/subscriptions/tables'
import type { Database } from '@quaff/platform/server/context'
import type { FigureName } from '../../figures/contract'
import { importDocuments, importProblems, importRuns } from '../tables'

const known = { path: importDocuments.path, hash: importDocuments.hash }
const among = (paths: readonly string[]) => sql`${importDocuments.path} = any(${sql.param([...paths])}::text[])`

/** What these documents became; a null status says that the row is gone. */
export async function findPasses(db: Database, paths: readonly string[]) {
  return db
    .select({
      ...known,
      status: sql<string | null>`${subscriptions.status}`,
      merchantId: sql<string>`${subscriptions.merchantId}`,
      currency: sql<string>`${subscriptions.billingCurrency}`,
      monthlyMinor: sql<number>`${subscriptions.monthlyMinor}::float8`,
      // They have no versions: all that changes one here also sets its time.
      isEdited: sql<boolean>`coalesce(${subscriptions.updatedAt} > ${importRuns.startedAt}, false)`,
    })
    .from(importDocuments)
    .leftJoin(importRuns, eq(importRuns.id, importDocuments.runId))
    .leftJoin(subscriptions, eq(subscriptions.id, importDocuments.rowId))
    .where(among(paths))
}
export type FoundPass = Awaited<ReturnType<typeof findPasses>>[number]

export async function findDrinks(db: Database, paths: readonly string[]) {
  return db
    .select({
      ...known,
      status: sql<string | null>`${redemptions.status}`,
      merchantId: sql<string>`${redemptions.merchantId}`,
      redeemedAt: redemptions.redeemedAt,
      isEdited: sql<boolean>`coalesce((${redemptions.status} = 'completed') <> (${importDocuments.rowVersion} = 1), false)`,
    })
    .from(importDocuments)
    .leftJoin(
      redemptions,
      and(eq(redemptions.id, importDocuments.rowId), eq(redemptions.redeemedAt, importDocuments.rowAt)),
    )
    .where(among(paths))
}
export type FoundDrink = Awaited<ReturnType<typeof findDrinks>>[number]

const recordDocuments = alias(importDocuments, 'record_documents')

export async function findPeopleOf(db: Database, paths: readonly string[]) {
  return db
    .select({
      ...known,
      userId: importDocuments.rowId,
      claims: users.claims,
      record: adminRecords.role,
      role: users.role,
      passwordHash: users.passwordHash,
      isEdited: sql<boolean>`${users.version} <> ${importDocuments.rowVersion}
        or coalesce(${adminRecords.version} <> ${recordDocuments.rowVersion},
          (${adminRecords.userId} is null) <> (${recordDocuments.path} is null))`,
    })
    .from(importDocuments)
    .innerJoin(users, eq(users.id, importDocuments.rowId))
    .leftJoin(adminRecords, eq(adminRecords.userId, users.id))
    .leftJoin(recordDocuments, and(eq(recordDocuments.kind, 'admins'), eq(recordDocuments.rowId, users.id)))
    .where(among(paths))
}
export type FoundPerson = Awaited<ReturnType<typeof findPeopleOf>>[number]

/** Of these documents, those of which the run says that they stay aside. */
export async function findAside(db: Database, runId: string, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ path: sql<string>`${importProblems.path}` })
    .from(importProblems)
    .where(
      and(
        eq(importProblems.runId, runId),
        eq(importProblems.level, 'aside'),
        sql`${importProblems.path} = any(${sql.param([...paths])}::text[])`,
      ),
    )
  return new Set(rows.map(({ path }) => path))
}

/** Of these ids, those under which there is a row, whoever made it. */
export async function findTaken(db: Database, kind: 'subscriptions' | 'redemptions', ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>()
  const table = kind === 'subscriptions' ? subscriptions : redemptions
  const rows = await db
    .selectDistinct({ id: table.id })
    .from(table)
    .where(inArray(table.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

export type CounterDrift = { figure: FigureName; of: string; currency: string; counted: number; rows: number }

/** Counters of these merchants that do not say what their rows add up to; each with its rows in one statement. */
export async function findCounterDrift(db: Database, merchantIds: readonly string[]): Promise<CounterDrift[]> {
  const ids = sql`${sql.param([...merchantIds])}::text[]`
  const { rows } = await db.execute<CounterDrift>(sql`
    with passes as (
      select merchant_id, billing_currency as currency, count(*) as n, sum(monthly_minor) as monthly
      from ${subscriptions} where status = 'active' and merchant_id = any(${ids}) group by 1, 2),
    totals as (
      select merchant_id, currency, count as n, monthly_minor as monthly
      from ${subscriptionTotals} where status = 'active' and merchant_id = any(${ids})),
    drinks as (
      select merchant_id, count(*) as n from ${redemptions} where status = 'completed' and merchant_id = any(${ids}) group by 1),
    drifts as (
      select 'active' as figure, merchant_id as of, currency, totals.n as counted, passes.n as rows
      from passes full join totals using (merchant_id, currency)
      union all
      select 'monthly', merchant_id, currency, totals.monthly, passes.monthly
      from passes full join totals using (merchant_id, currency)
      union all
      select 'redemptions', merchant_id, '', counted.count, drinks.n
      from drinks full join (select merchant_id, count from ${redemptionTotals} where merchant_id = any(${ids})) counted
      using (merchant_id))
    select figure, of, currency, coalesce(counted, 0)::float8 as counted, coalesce(rows, 0)::float8 as rows
    from drifts where coalesce(counted, 0) <> coalesce(rows, 0) order by figure, of, currency`)
  return rows
}

export async function findMerchantNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(inArray(merchants.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
