import { and, asc, count, gte, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere } from '@quaff/features/sessions/server'
import { chargeHolds, subscriptionCharges } from '@quaff/features/subscriptions/tables'
import { pick, type Queryable } from '@quaff/platform/server'
import { heldCharges, lateCharges } from '../generation/server/late-charges-store'
import type { PeriodRange } from '../period-rules'
import { isChargeOfLine, isPlanOfCharge, isUserOfCharge, shownAdjustment } from '../statement/server/statement-store'
import type { PayoutScope } from './reading/payout-scope'
import { payoutAdjustments } from './tables'

/** A sum per merchant and currency. `amount` is text if a number cannot hold it exactly. */
export type CurrencySum = { merchantId: string; currency: string; amount: number | string; count: number }

/** Sums the charges of the month by an index-only scan. */
export function sumCharges(db: Queryable, { merchants: scope }: PayoutScope, { start, end }: PeriodRange) {
  return db
    .select({
      merchantId: subscriptionCharges.merchantId,
      currency: subscriptionCharges.currency,
      amount: sql<number | string>`sum(${subscriptionCharges.amountMinor})`,
      count: count(),
    })
    .from(subscriptionCharges)
    .where(
      and(
        scopeWhere(scope, subscriptionCharges.merchantId),
        gte(subscriptionCharges.periodStart, start),
        lt(subscriptionCharges.periodStart, end),
      ),
    )
    .groupBy(subscriptionCharges.merchantId, subscriptionCharges.currency)
}

/** Held charges of any month, as rows of `charge`. */
const heldOf = ({ merchants: scope }: PayoutScope) =>
  heldCharges(scopeWhere(scope, chargeHolds.merchantId) ?? sql`true`)

const sumHeld = (scope: PayoutScope) => sql`
  select held.merchant_id, held.currency, sum(held.amount_minor), count(*) from (${heldOf(scope)}) held group by 1, 2`

/** Excludes held charges. */
const sumPayable = (db: Queryable, scope: PayoutScope, period: PeriodRange) => sql`
  select part.merchant_id, part.currency, sum(part.amount), sum(part.count) from (
    select * from (${sumCharges(db, scope, period).getSQL()}) charged(merchant_id, currency, amount, count)
    union all select held.merchant_id, held.currency, -held.amount_minor, -1 from (${heldOf(scope)}) held
    where held.period_start >= ${at(period.start)} and held.period_start < ${at(period.end)}
  ) part group by 1, 2 having sum(part.count) <> 0`

const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`

/** Charges of earlier months whose payouts exist already. */
const sumLateCharges = ({ merchants: scope }: PayoutScope, period: PeriodRange) => sql`
  select late.merchant_id, late.currency, sum(late.amount_minor), count(*)
  from (${lateCharges(period, scope.all ? undefined : scope.merchantIds)}) late group by 1, 2`

/** Returns lines that wait for the next payout, with the charge they name, oldest first. */
export function listWaiting(db: Queryable, { merchants: scope }: PayoutScope) {
  return db
    .select({ ...shownAdjustment, ...pick(payoutAdjustments, 'merchantId', 'currency') })
    .from(payoutAdjustments)
    .leftJoin(subscriptionCharges, isChargeOfLine)
    .leftJoin(users, isUserOfCharge)
    .leftJoin(subscriptionPlans, isPlanOfCharge)
    .where(and(scopeWhere(scope, payoutAdjustments.merchantId), isNull(payoutAdjustments.payoutId)))
    .orderBy(asc(payoutAdjustments.createdAt), asc(payoutAdjustments.id))
}
export type WaitingLine = Awaited<ReturnType<typeof listWaiting>>[number]

const kinds = ['own', 'late', 'held'] as const
type SumKind = (typeof kinds)[number]

/** Sums the charges of the next payout in one statement, so that all sums show the same moment. */
export async function sumForSummary(db: Queryable, scope: PayoutScope, period: PeriodRange) {
  const of: Record<SumKind, SQL> = {
    own: sumPayable(db, scope, period),
    late: sumLateCharges(scope, period),
    held: sumHeld(scope),
  }
  const parts = kinds.map(
    (
      kind,
    ) => sql`select ${sql.raw(`'${kind}'`)} as kind, sums.merchant_id as "merchantId", sums.currency, sums.amount, sums.count
      from (${of[kind]}) sums(merchant_id, currency, amount, count)`,
  )
  const { rows } = await db.execute<CurrencySum & { kind: SumKind }>(sql.join(parts, sql` union all `))
  const sums: Record<SumKind, CurrencySum[]> = { own: [], late: [], held: [] }
  for (const { kind, ...sum } of rows) sums[kind].push({ ...sum, count: Number(sum.count) })
  return sums
}
