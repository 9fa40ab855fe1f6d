import { sql } from 'drizzle-orm'
import type { PaidPass } from '@quaff/features/subscriptions/server'
import type { Transaction } from '@quaff/platform/server/context'
import { importDocuments, importRuns } from '../tables'

/** Passes that came over, in the order of their ids, with the later instant of the run that made them and of the last one. */
export async function listPaidPasses(tx: Transaction, after: string, limit: number): Promise<PaidPass[]> {
  const { rows } = await tx.execute<{ id: string; ms: string }>(sql`
    select made.row_id as id, (extract(epoch from max((run.options ->> 'paidUntil')::timestamptz)) * 1000)::bigint::text as ms
    from ${importDocuments} made join ${importRuns} run on run.id in (made.created_run_id, made.run_id)
    where made.kind = 'subscriptions' and made.row_id > ${after} and run.options ->> 'paidUntil' is not null
    group by made.row_id order by made.row_id limit ${limit}`)
  return rows.map(({ id, ms }) => ({ id, paidUntil: new Date(Number(ms)) }))
}
