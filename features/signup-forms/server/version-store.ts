import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import type { Queryable } from '@quaff/platform/server/context'
import type { FormVersion, FormVersionRecord, ListVersionsInput } from '../building/contract'
import { signupFormVersions as versions } from './tables'

const shown = {
  number: versions.number,
  publishedAt: versions.publishedAt,
  publishedBy: sql<string | null>`coalesce(nullif(${users.displayName}, ''), ${users.email})`,
}

/** The newest first, along the primary key. */
export async function listVersionPage(
  db: Queryable,
  { formId, before }: ListVersionsInput,
  limit: number,
): Promise<FormVersion[]> {
  return db
    .select(shown)
    .from(versions)
    .leftJoin(users, eq(users.id, versions.publishedBy))
    .where(and(eq(versions.formId, formId), before === undefined ? undefined : lt(versions.number, before)))
    .orderBy(desc(versions.number))
    .limit(limit)
}

export async function findVersionRecord(
  db: Queryable,
  formId: string,
  number: number,
): Promise<FormVersionRecord | undefined> {
  const [row] = await db
    .select({ ...shown, fields: versions.fields, intro: versions.intro, successText: versions.successText })
    .from(versions)
    .leftJoin(users, eq(users.id, versions.publishedBy))
    .where(and(eq(versions.formId, formId), eq(versions.number, number)))
  return row
}
