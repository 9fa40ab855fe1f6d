import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { inText, type Queryable, type Transaction } from '@quaff/platform/server'
import { signupUploads } from './tables'

export type StoredUpload = typeof signupUploads.$inferSelect

export async function insertUpload(db: Queryable, row: typeof signupUploads.$inferInsert) {
  await db.insert(signupUploads).values(row)
}

export async function countLooseUploads(db: Queryable, formId: string, email: string) {
  return db.$count(
    signupUploads,
    and(eq(signupUploads.formId, formId), eq(signupUploads.email, email), isNull(signupUploads.submissionId)),
  )
}

/** Links unclaimed recent pictures of this form and email to the submission. Returns their number. */
export async function claimUploads(
  tx: Transaction,
  { ids, ...claim }: { ids: readonly string[]; formId: string; email: string; submissionId: string; since: Date },
) {
  if (ids.length === 0) return 0
  const claimed = await tx
    .update(signupUploads)
    .set({ submissionId: claim.submissionId })
    .where(
      and(
        inArray(signupUploads.id, [...ids]),
        eq(signupUploads.formId, claim.formId),
        eq(signupUploads.email, claim.email),
        isNull(signupUploads.submissionId),
        gt(signupUploads.createdAt, claim.since),
      ),
    )
    .returning({ id: signupUploads.id })
  return claimed.length
}

export async function listUploadIds(db: Queryable, submissionId: string) {
  const rows = await db
    .select({ id: signupUploads.id })
    .from(signupUploads)
    .where(eq(signupUploads.submissionId, submissionId))
    .orderBy(signupUploads.createdAt, signupUploads.id)
  return rows.map(({ id }) => id)
}

/** Returns a picture of a submission. Unsent pictures are visible to no one. */
export async function findSentUpload(db: Queryable, uploadId: string) {
  const [row] = await db
    .select()
    .from(signupUploads)
    .where(and(eq(signupUploads.id, uploadId), sql`${signupUploads.submissionId} is not null`))
  return row
}

export async function listFileKeys(db: Queryable, formId: string) {
  const rows = await db
    .select({ fileKey: signupUploads.fileKey })
    .from(signupUploads)
    .where(eq(signupUploads.formId, formId))
  return rows.map(({ fileKey }) => fileKey)
}

export async function listLooseUploads(db: Queryable, before: Date, limit: number) {
  return db
    .select()
    .from(signupUploads)
    .where(looseBefore(before))
    .orderBy(signupUploads.createdAt)
    .limit(inText(limit))
}

export async function deleteLooseUpload(db: Queryable, uploadId: string) {
  const deleted = await db
    .delete(signupUploads)
    .where(and(eq(signupUploads.id, uploadId), isNull(signupUploads.submissionId)))
    .returning({ id: signupUploads.id })
  return deleted.length > 0
}

const looseBefore = (before: Date) => and(isNull(signupUploads.submissionId), lt(signupUploads.createdAt, before))
