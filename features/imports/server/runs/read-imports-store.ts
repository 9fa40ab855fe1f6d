import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { countUpTo, inText, keyset, nameOrEmail, one, type Queryable } from '@quaff/platform/server'
import type { ProblemLevel } from '@quaff/platform/shared/documents/read-fields'
import type { ProblemFilter } from '../../contract'
import { importDocuments, importIds, importProblems, importRuns, isSkipped } from '../tables'
import { isMoving } from './run-store'

type Page = { cursor?: string | null | undefined; limit: number }

const columns = {
  id: importRuns.id,
  state: importRuns.state,
  source: importRuns.source,
  options: importRuns.options,
  counts: importRuns.counts,
  undoCounts: importRuns.undoCounts,
  read: importRuns.read,
  /** Documents of known kinds and unreadable lines. At the end the outcomes add up to it. */
  total: sql<
    number | null
  >`case when ${importRuns.report} is not null then (select coalesce(sum((one->>'read')::integer), 0)::integer
    from jsonb_array_elements(${importRuns.report}->'collections') one where one->>'kind' is not null) end`,
  startedAt: importRuns.startedAt,
  endedAt: importRuns.endedAt,
  isMoving,
  stopReason: importRuns.stopReason,
  startedBy: importRuns.startedBy,
  starterName: nameOrEmail(users.displayName, users.email),
}

export const runList = { name: 'imports', order: 'desc' } as const

export async function listRunRows(db: Queryable, { cursor, limit }: Page) {
  const page = keyset({
    ...runList,
    key: { kind: 'instant', expression: sql`${importRuns.startedAt}` },
    id: sql`${importRuns.id}`,
    cursor,
  })
  return db
    .select({ ...columns, sortValue: page.sortValue })
    .from(importRuns)
    .leftJoin(users, eq(users.id, importRuns.startedBy))
    .where(page.after)
    .orderBy(...page.orderBy)
    .limit(inText(limit))
}

export function countRunRows(db: Queryable) {
  return countUpTo(db, db.select(one).from(importRuns))
}

export async function findRunRow(db: Queryable, runId: string) {
  const [row] = await db
    .select({ ...columns, report: importRuns.report, comparison: importRuns.comparison })
    .from(importRuns)
    .leftJoin(users, eq(users.id, importRuns.startedBy))
    .where(eq(importRuns.id, runId))
  return row
}
export type RunRow = NonNullable<Awaited<ReturnType<typeof findRunRow>>>
export type ListedRun = Omit<RunRow, 'report' | 'comparison'>

export const problemList = { name: 'importProblems', order: 'asc' } as const

export async function listProblemRows(db: Queryable, runId: string, filter: ProblemFilter, { cursor, limit }: Page) {
  const page = keyset({
    ...problemList,
    key: { kind: 'integer', expression: sql`${importProblems.id}` },
    id: sql`${importProblems.id}::text`,
    cursor,
  })
  const rows = await db
    .select({
      id: sql<string>`${importProblems.id}::text`,
      sortValue: page.sortValue,
      path: importProblems.path,
      collection: importProblems.collection,
      field: importProblems.field,
      fault: importProblems.fault,
      level: importProblems.level,
      shown: importProblems.shown,
      file: importProblems.file,
      place: importProblems.place,
      kind: sql<string | null>`coalesce(${importDocuments.kind}, ${importIds.kind})`,
      rowId: sql<string | null>`coalesce(${importDocuments.rowId}, ${importIds.rowId})`,
    })
    .from(importProblems)
    .leftJoin(importDocuments, eq(importDocuments.path, importProblems.path))
    .leftJoin(importIds, eq(importIds.path, importProblems.path))
    .where(and(matching(runId, filter), page.after))
    .orderBy(...page.orderBy)
    .limit(inText(limit))
  return rows.map((row) => ({ ...row, sortValue: Number(row.sortValue) }))
}
export type ProblemRow = Awaited<ReturnType<typeof listProblemRows>>[number]

export function countProblemRows(db: Queryable, runId: string, filter: ProblemFilter) {
  return countUpTo(db, db.select(one).from(importProblems).where(matching(runId, filter)))
}

function matching(runId: string, { level, collection, fault }: ProblemFilter) {
  return and(
    eq(importProblems.runId, runId),
    level && (level === 'skipped' ? isSkipped : eq(importProblems.level, level)),
    collection === undefined ? undefined : eq(importProblems.collection, collection),
    fault === undefined ? undefined : eq(importProblems.fault, fault),
  )
}

/** Most serious level first. */
export async function countProblems(db: Queryable, runId: string) {
  const level = sql<ProblemLevel>`case when ${isSkipped} then 'skipped' else ${importProblems.level} end`
  return db
    .select({ level, collection: importProblems.collection, fault: importProblems.fault, count: count() })
    .from(importProblems)
    .where(eq(importProblems.runId, runId))
    .groupBy(level, importProblems.collection, importProblems.fault)
    .orderBy(
      sql`array_position('{skipped,changed,note}', ${level})`,
      sql`count(*) desc`,
      asc(importProblems.collection),
      asc(importProblems.fault),
    )
}

/** Returns the names of people who exist here. */
export async function findNames(db: Queryable, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, name: nameOrEmail<string>(users.displayName, users.email) })
    .from(users)
    .where(inArray(users.id, [...userIds]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
