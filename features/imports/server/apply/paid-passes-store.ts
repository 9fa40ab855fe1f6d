import { sql } from 'drizzle-orm'
import { payoutCharges } from '@quaff/features/payouts/tables'
import type { PaidPass } from '@quaff/features/subscriptions/server'
import { subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import type { Transaction } from '@quaff/platform/server'
import { importDocuments, importIds, importRuns } from '../tables'

/**
 * Returns imported subscriptions by id. `paidUntil` is the later instant of the run that created them and the run that
 * last changed them.
 */
export async function listPaidPasses(tx: Transaction, after: string, limit: number): Promise<PaidPass[]> {
  const { rows } = await tx.execute<{ id: string; ms: string }>(sql`
    select made.row_id as id, (extract(epoch from max((run.options ->> 'paidUntil')::timestamptz)) * 1000)::bigint::text as ms
    from ${importDocuments} made join ${importRuns} run on run.id in (made.created_run_id, made.run_id)
    where made.kind = 'subscriptions' and made.row_id > ${after} and run.options ->> 'paidUntil' is not null
    group by made.row_id order by made.row_id limit ${limit}`)
  return rows.map(({ id, ms }) => ({ id, paidUntil: new Date(Number(ms)) }))
}

export type ChargedTwice = {
  path: string
  /** The run that set `paidUntil`. */
  runId: string
  /** Calendar day, UTC. */
  day: string
  amountMinor: number
  currency: string
  /** Null: no payout pays it yet. */
  payoutId: string | null
}

/**
 * Returns charges for periods that the old system has paid. They were created before `paidUntil` was known and never
 * change.
 */
export async function findChargedTwice(tx: Transaction, passIds: readonly string[]): Promise<ChargedTwice[]> {
  if (passIds.length === 0) return []
  const ids = sql`${sql.param([...new Set(passIds)])}::text[]`
  const { rows } = await tx.execute<ChargedTwice>(sql`
    select distinct on (charge.subscription_id, charge.period_start) made.path,
      (select run.id from ${importRuns} run where run.id in (made.created_run_id, made.run_id)
        order by (run.options ->> 'paidUntil')::timestamptz desc nulls last, run.started_at desc limit 1) as "runId",
      to_char(charge.period_start at time zone 'UTC', 'YYYY-MM-DD') as day,
      charge.amount_minor as "amountMinor", charge.currency, paid.payout_id as "payoutId"
    from ${subscriptions} own
    join ${subscriptionCharges} charge on charge.subscription_id = own.id and charge.period_start < own.paid_until
    join (
      select path, row_id, created_run_id, run_id from ${importDocuments}
      where kind = 'subscriptions' and row_id = any(${ids})
      union all
      select path, row_id, run_id, run_id from ${importIds} where kind = 'subscriptions' and row_id = any(${ids})
    ) made on made.row_id = own.id
    left join ${payoutCharges} paid
      on paid.subscription_id = charge.subscription_id and paid.period_start = charge.period_start
    where own.id = any(${ids})
    order by charge.subscription_id, charge.period_start, made.path`)
  return rows
}
