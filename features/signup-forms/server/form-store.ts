import { and, desc, eq, lt, sql, type SQL, gte } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import {
  countUpTo,
  inText,
  keyset,
  nameOrEmail,
  one,
  pageTotal,
  pick,
  type Queryable,
  type Services,
  type SortKey,
  toPage,
  type Transaction,
  unlessTaken,
} from '@quaff/platform/server'
import type { FormStatus, ListFormsInput, ListVersionsInput, FormFunnel } from '../contract'
import {
  signupForms,
  signupFormTotals,
  signupFormVersions,
  signupSubmissionCounts,
  signupSubmissions,
  signupFormVersions as versions,
  signupFormDays,
} from './tables'

export type StoredForm = typeof signupForms.$inferSelect
type NewForm = typeof signupForms.$inferInsert
export type StoredVersion = typeof signupFormVersions.$inferSelect

/** Treats a form after its closing date as closed, even if its row says live. */
const shownStatus = (now: Date) => sql<FormStatus>`case
  when ${signupForms.status} = 'live' and ${signupForms.closesAt} <= ${now.toISOString()}::timestamptz then 'closed'
  else ${signupForms.status} end`

const ofForm = (table: typeof signupFormTotals | typeof signupSubmissionCounts) =>
  sql`${table.formId} = ${signupForms}.id`
const countSubmissions = (condition: SQL) =>
  sql<number>`(select coalesce(sum(${signupSubmissionCounts.count}), 0) from ${signupSubmissionCounts}
    where ${ofForm(signupSubmissionCounts)} and ${condition})`.mapWith(Number)
const allDays = (column: SQL) =>
  sql<number>`coalesce((select ${column} from ${signupFormTotals} where ${ofForm(signupFormTotals)}), 0)`.mapWith(
    Number,
  )

const shown = (now: Date) => ({
  ...pick(signupForms, 'id', 'name', 'slug'),
  status: shownStatus(now).as('shown_status'),
  ...pick(signupForms, 'liveVersion', 'closesAt', 'updatedAt', 'version'),
  hasChanges: sql<boolean>`coalesce(${signupForms.fields} <> ${signupFormVersions.fields}
    or ${signupForms.intro} <> ${signupFormVersions.intro}
    or ${signupForms.successText} <> ${signupFormVersions.successText}, true)`,
  viewed: allDays(sql`${signupFormTotals.viewed}`),
  started: allDays(sql`${signupFormTotals.started}`),
  submitted: countSubmissions(sql`true`),
  approved: countSubmissions(sql`${signupSubmissionCounts.status} = 'approved'`),
  waiting: countSubmissions(sql`${signupSubmissionCounts.status} = 'submitted'`),
})

const liveVersionOfForm = and(
  eq(signupFormVersions.formId, signupForms.id),
  eq(signupFormVersions.number, signupForms.liveVersion),
)

const updated: SortKey = { kind: 'instant', expression: sql`${signupForms.updatedAt}`, indexed: 'descending' }
const list = { name: 'signup-forms', order: 'desc' } as const

/** Returns the most recently changed forms first. */
export async function listFormPage(ctx: Pick<Services, 'db' | 'clock'>, { status, limit, cursor }: ListFormsInput) {
  const { db } = ctx
  const now = ctx.clock.now()
  const matching = status && sql`${shownStatus(now)} = ${status}`
  const page = keyset({ ...list, key: updated, id: sql`${signupForms.id}`, cursor })
  const rows = await db
    .select({ ...shown(now), sortValue: page.sortValue })
    .from(signupForms)
    .leftJoin(signupFormVersions, liveVersionOfForm)
    .where(and(matching, page.after))
    .orderBy(...page.orderBy)
    .limit(inText(limit))
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['forms', status] }, () =>
    countUpTo(db, db.select(one).from(signupForms).where(matching)),
  )
  return toPage(rows, { ...list, limit, total }, ({ sortValue: _sortValue, ...row }) => row)
}

/** Returns a form with its counters and all builder data. */
export async function findWholeForm(db: Queryable, formId: string, now: Date) {
  const [row] = await db
    .select({
      ...shown(now),
      ...pick(signupForms, 'fields', 'intro', 'successText', 'ownerEmail', 'category', 'allowedSites', 'createdAt'),
    })
    .from(signupForms)
    .leftJoin(signupFormVersions, liveVersionOfForm)
    .where(eq(signupForms.id, formId))
  return row
}

export async function findForm(db: Queryable, formId: string) {
  const [row] = await db.select().from(signupForms).where(eq(signupForms.id, formId))
  return row
}

export async function hasForm(db: Queryable, formId: string) {
  return (await db.$count(signupForms, eq(signupForms.id, formId))) > 0
}

export async function findFormBySlug(db: Queryable, slug: string) {
  const [row] = await db.select().from(signupForms).where(eq(signupForms.slug, slug))
  return row
}

/** Locks a form. `share` allows concurrent submissions, but no change, close or delete. */
export async function lockForm(tx: Transaction, formId: string, strength: 'update' | 'share') {
  const [row] = await tx.select().from(signupForms).where(eq(signupForms.id, formId)).for(strength)
  return row
}

/** Returns false if the slug is taken, also by a concurrent insert. */
export async function insertForm(tx: Transaction, row: NewForm) {
  const inserted = await tx
    .insert(signupForms)
    .values(row)
    .onConflictDoNothing({ target: signupForms.slug })
    .returning({ id: signupForms.id })
  return inserted.length > 0
}

type FormChange = Partial<Omit<NewForm, 'id' | 'createdAt' | 'createdBy' | 'version'>>

/** The caller holds the row's lock. */
export async function saveFormRow(tx: Transaction, formId: string, change: FormChange) {
  await tx
    .update(signupForms)
    .set({ ...change, version: sql`${signupForms.version} + 1` })
    .where(eq(signupForms.id, formId))
}

/** Returns false on a unique violation (another form has the slug). */
export async function moveToSlug(tx: Transaction, formId: string, slug: string) {
  return unlessTaken(tx, (savepoint) => savepoint.update(signupForms).set({ slug }).where(eq(signupForms.id, formId)))
}

/** Foreign keys delete its versions, days and unused pictures. */
export async function deleteForm(tx: Transaction, formId: string) {
  await tx.delete(signupForms).where(eq(signupForms.id, formId))
}

export async function hasSubmissions(tx: Transaction, formId: string) {
  const [row] = await tx
    .select({ id: signupSubmissions.id })
    .from(signupSubmissions)
    .where(eq(signupSubmissions.formId, formId))
    .limit(1)
  return row !== undefined
}

export async function findVersion(db: Queryable, formId: string, number: number) {
  const [row] = await db
    .select()
    .from(signupFormVersions)
    .where(and(eq(signupFormVersions.formId, formId), eq(signupFormVersions.number, number)))
  return row
}

/** Returns versions newest first. */
export async function listVersions(db: Queryable, formId: string) {
  return db
    .select()
    .from(signupFormVersions)
    .where(eq(signupFormVersions.formId, formId))
    .orderBy(sql`${signupFormVersions.number} desc`)
}

export async function insertVersion(tx: Transaction, row: typeof signupFormVersions.$inferInsert) {
  await tx.insert(signupFormVersions).values(row)
}

const shownVersion = {
  number: versions.number,
  publishedAt: versions.publishedAt,
  publishedBy: nameOrEmail(users.displayName, users.email),
}

/** Returns versions newest first, by the primary key. */
export async function listVersionPage(db: Queryable, { formId, before }: ListVersionsInput, limit: number) {
  return db
    .select(shownVersion)
    .from(versions)
    .leftJoin(users, eq(users.id, versions.publishedBy))
    .where(and(eq(versions.formId, formId), before === undefined ? undefined : lt(versions.number, before)))
    .orderBy(desc(versions.number))
    .limit(inText(limit))
}

export async function findVersionRecord(db: Queryable, formId: string, number: number) {
  const [row] = await db
    .select({ ...shownVersion, fields: versions.fields, intro: versions.intro, successText: versions.successText })
    .from(versions)
    .leftJoin(users, eq(users.id, versions.publishedBy))
    .where(and(eq(versions.formId, formId), eq(versions.number, number)))
  return row
}

/** Increments the day's counter; the first one inserts the row. */
export async function countOnDay(
  db: Queryable,
  { formId, day }: { formId: string; day: string },
  what: 'viewed' | 'started',
) {
  await db
    .insert(signupFormDays)
    .values({ formId, day, [what]: 1 })
    .onConflictDoUpdate({
      target: [signupFormDays.formId, signupFormDays.day],
      set: { [what]: sql`${signupFormDays[what]} + 1` },
    })
}

export async function countFunnel(
  db: Queryable,
  formId: string,
  { from, fromDay }: { from: Date; fromDay: string },
): Promise<FormFunnel> {
  const [[seen], [sent]] = await Promise.all([
    db
      .select({
        viewed: sql<number>`coalesce(sum(${signupFormDays.viewed}), 0)`.mapWith(Number),
        started: sql<number>`coalesce(sum(${signupFormDays.started}), 0)`.mapWith(Number),
      })
      .from(signupFormDays)
      .where(and(eq(signupFormDays.formId, formId), gte(signupFormDays.day, fromDay))),
    db
      .select({
        submitted: sql<number>`count(*)`.mapWith(Number),
        approved: sql<number>`count(*) filter (where ${signupSubmissions.status} = 'approved')`.mapWith(Number),
      })
      .from(signupSubmissions)
      .where(and(eq(signupSubmissions.formId, formId), gte(signupSubmissions.submittedAt, from))),
  ])
  return { viewed: 0, started: 0, submitted: 0, approved: 0, ...seen, ...sent }
}
