import { eq, sql } from 'drizzle-orm'
import type { Queryable, Services } from '@quaff/platform/server/context'
import { compactCounts } from '@quaff/platform/server/counters/compact-counts'
import type { SubmissionFilter, SubmissionStatus } from '../inbox/contract'
import { signupSubmissionCounts as counts } from './tables'

/** Of a form, or of all. */
export async function countSubmissions(db: Queryable, formId: string | undefined) {
  const rows = await db
    .select({ status: counts.status, count: sql<number>`sum(${counts.count})::int` })
    .from(counts)
    .where(formId === undefined ? undefined : eq(counts.formId, formId))
    .groupBy(counts.status)
  const of = (status: SubmissionStatus) => rows.find((row) => row.status === status)?.count ?? 0
  const found = { submitted: of('submitted'), approved: of('approved'), rejected: of('rejected') }
  return { all: found.submitted + found.approved + found.rejected, ...found }
}

/** Of a form, a status or both; undefined where something else narrows, which the counts do not know. */
export async function countOfStatus(
  db: Queryable,
  { formId, status, ...others }: SubmissionFilter,
): Promise<number | undefined> {
  if (Object.values(others).some(Boolean)) return undefined
  return (await countSubmissions(db, formId))[status ?? 'all']
}

/** One row for each form and state again. */
export async function compactSubmissionCounts({ db }: Pick<Services, 'db'>): Promise<void> {
  await compactCounts(db, { table: counts, keys: ['form_id', 'status'], sums: ['count'] })
}
