import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import { referenceOf, typedReference } from '@quaff/features/onboarding/rules'
import {
  compactCounts,
  countFound,
  indexedSearch,
  inText,
  foundPage,
  keyset,
  nameOrEmail,
  one,
  pageTotal,
  pick,
  type Queryable,
  type Search,
  type Services,
  sizeOf,
  type SortKey,
  toPage,
  type Transaction,
} from '@quaff/platform/server'
import type { ListSubmissionsInput, SubmissionFilter, SubmissionStatus } from '../contract'
import {
  signupSubmissionCounts as counts,
  signupForms,
  signupFormVersions,
  signupUploads,
  signupSubmissions as submissions,
  submissionSearchText,
} from './tables'

export type StoredSubmission = typeof submissions.$inferSelect

export async function findSubmissionByKey(db: Queryable, keyHash: string) {
  const [row] = await db.select({ id: submissions.id }).from(submissions).where(eq(submissions.keyHash, keyHash))
  return row
}

export async function insertSubmission(tx: Transaction, row: typeof submissions.$inferInsert) {
  await tx.insert(submissions).values(row)
}

const listed = {
  id: submissions.id,
  formId: submissions.formId,
  formName: signupForms.name,
  businessName: submissions.businessName,
  email: submissions.email,
  isProved: sql<boolean>`${submissions.provedAt} is not null`,
  ...pick(submissions, 'status', 'affiliateCode', 'submittedAt', 'version'),
}

function submissionsWhere({ formId, status, q }: SubmissionFilter) {
  return and(
    formId === undefined ? undefined : eq(submissions.formId, formId),
    status === undefined ? undefined : eq(submissions.status, status),
    searchOf(q)?.byIndex,
  )
}

/** Searches business name or email. Text that looks like a reference also searches the reference index. */
function searchOf(q: string | undefined): Search | undefined {
  const reference = typedReference(q ?? '')
  const search = indexedSearch(submissionSearchText(submissions), q, submissions.id)
  if (!search || reference === null) return search
  const orReferred = (text: SQL) => sql`(${text} or right(${submissions.id}, 8) = ${reference})`
  return { byIndex: orReferred(search.byIndex), inRow: orReferred(search.inRow) }
}

const sent: SortKey = { kind: 'instant', expression: sql`${submissions.submittedAt}`, indexed: 'descending' }
const list = { name: 'submissions', order: 'desc' } as const

/** Returns submissions newest first. */
export async function listSubmissionPage(
  ctx: Pick<Services, 'db' | 'clock'>,
  { limit, cursor, ...filter }: ListSubmissionsInput,
) {
  const { db } = ctx
  const page = keyset({ ...list, key: sent, id: sql`${submissions.id}`, cursor })
  const { q, ...other } = filter
  const search = searchOf(q)
  const where = and(submissionsWhere(other), page.after)
  const size = Object.values(other).some(Boolean) ? undefined : sizeOf(submissions)
  const found = foundPage(db, { id: submissions.id, where, search, orderBy: page.orderBy, limit, size })
  const rows = await db
    .with(...found.found)
    .select({ ...listed, sortValue: page.sortValue, total: found.total })
    .from(submissions)
    .innerJoin(signupForms, eq(signupForms.id, submissions.formId))
    .where(found.where)
    .orderBy(...page.orderBy)
    .limit(inText(limit))
  const total = await pageTotal(
    ctx,
    { rows, limit, cursor, total: rows[0]?.total, of: ['submissions', filter] },
    async () =>
      (await countOfStatus(db, filter)) ??
      countFound(db, db.select(one).from(submissions).where(submissionsWhere(filter)), filter.q),
  )
  return toPage(rows, { ...list, limit, total }, ({ sortValue: _sortValue, total: _total, ...row }) => ({
    ...row,
    reference: referenceOf(row.id),
  }))
}

/** Returns a submission with its original questions and the reviewer's name. */
export async function findSubmission(db: Queryable, submissionId: string) {
  const [row] = await db
    .select({
      ...listed,
      formVersion: submissions.formVersion,
      fields: signupFormVersions.fields,
      answers: submissions.answers,
      category: signupForms.category,
      ...pick(submissions, 'userId', 'rejectionReason', 'reviewedAt'),
      reviewedBy: nameOrEmail(users.displayName, users.email),
    })
    .from(submissions)
    .innerJoin(signupForms, eq(signupForms.id, submissions.formId))
    .innerJoin(signupFormVersions, versionOfSubmission)
    .leftJoin(users, eq(users.id, submissions.reviewedBy))
    .where(eq(submissions.id, submissionId))
  return row
}

const versionOfSubmission = and(
  eq(signupFormVersions.formId, submissions.formId),
  eq(signupFormVersions.number, submissions.formVersion),
)

/** Returns the account of an email with the columns that decide about approval. */
export async function findSubmittingAccount(db: Queryable, email: string) {
  const [row] = await db
    .select({
      status: users.status,
      role: sql<string>`coalesce(nullif(${users.claims} ->> 'role', ''),
        (select ${adminRecords.role} from ${adminRecords} where ${adminRecords.userId} = ${sql`${users}.id`}), ${users.role})`,
      hasApplication: sql<boolean>`${users.applicationId} is not null`,
      erasedAt: users.erasedAt,
    })
    .from(users)
    .where(eq(users.email, email))
  return row
}

export async function lockSubmission(tx: Transaction, submissionId: string) {
  const [row] = await tx.select().from(submissions).where(eq(submissions.id, submissionId)).for('update')
  return row
}

type Decision = Partial<
  Pick<StoredSubmission, 'status' | 'userId' | 'applicationId' | 'rejectionReason' | 'reviewedAt' | 'reviewedBy'>
>

export async function saveDecision(tx: Transaction, submissionId: string, decision: Decision) {
  await tx
    .update(submissions)
    .set({ ...decision, version: sql`${submissions.version} + 1` })
    .where(eq(submissions.id, submissionId))
}

/** Returns a page of one form for an export, newest first. */
export async function listWholeSubmissions(
  db: Queryable,
  filter: SubmissionFilter,
  { limit, cursor }: { limit: number; cursor: string | null },
) {
  const page = keyset({ ...list, key: sent, id: sql`${submissions.id}`, cursor })
  return db
    .select({
      ...listed,
      ...pick(submissions, 'formVersion', 'answers', 'rejectionReason', 'reviewedAt'),
      sortValue: page.sortValue,
    })
    .from(submissions)
    .innerJoin(signupForms, eq(signupForms.id, submissions.formId))
    .where(and(submissionsWhere(filter), page.after))
    .orderBy(...page.orderBy)
    .limit(inText(limit))
}
export type WholeSubmission = Awaited<ReturnType<typeof listWholeSubmissions>>[number]
export const submissionPages = list

/** Counts the submissions of a form, or of all forms. */
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

/** Counts by form, status or both. Undefined with other filters, which the counters do not cover. */
export async function countOfStatus(db: Queryable, { formId, status, ...others }: SubmissionFilter) {
  if (Object.values(others).some(Boolean)) return undefined
  return (await countSubmissions(db, formId))[status ?? 'all']
}

/** Merges counter rows into one per form and status. */
export async function compactSubmissionCounts({ db }: Pick<Services, 'db'>) {
  await compactCounts(db, { table: counts, keys: ['form_id', 'status'], sums: ['count'] })
}

/** `placeholder` replaces the email, and `noOne` replaces the name. */
type ForgottenSender = { userId: string; addresses: readonly string[]; placeholder: string; noOne: string; now: Date }

/**
 * Anonymizes submissions but keeps their rows for the funnel; pending ones are rejected without an email. Their
 * pictures are detached and dated, so that the next cleanup deletes the files.
 */
export async function forgetSubmissionsOf(tx: Transaction, sender: ForgottenSender) {
  const { userId, placeholder, noOne, now } = sender
  const addresses = [...sender.addresses]
  // Locks forms, submissions, pictures, in the same order as sending does.
  await tx
    .update(signupForms)
    .set({ ownerEmail: null, version: sql`${signupForms.version} + 1` })
    .where(inArray(signupForms.ownerEmail, addresses))
  const forgotten = await tx
    .update(submissions)
    .set({
      email: placeholder,
      businessName: noOne,
      answers: [],
      rejectionReason: null,
      status: sql`case when ${submissions.status} = 'submitted' then 'rejected' else ${submissions.status} end`,
      reviewedAt: sql`coalesce(${submissions.reviewedAt}, ${now})`,
      version: sql`${submissions.version} + 1`,
    })
    .where(or(eq(submissions.userId, userId), inArray(submissions.email, addresses)))
    .returning({ id: submissions.id })
  const ids = forgotten.map(({ id }) => id)
  await tx
    .update(signupUploads)
    .set({ submissionId: null, email: placeholder, createdAt: new Date(0) })
    .where(or(inArray(signupUploads.submissionId, ids), inArray(signupUploads.email, addresses)))
}
