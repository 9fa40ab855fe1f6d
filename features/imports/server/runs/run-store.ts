import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import type { ImportProblem } from '../../contract'
import type { DocumentKind } from '../../kinds/rules'
import type { ImportState, RunCounts } from '../../runs/contract'
import { importProblems, importRuns } from '../tables'

export type ImportRun = typeof importRuns.$inferSelect

export async function insertRun(db: Queryable, run: typeof importRuns.$inferInsert): Promise<void> {
  await db.insert(importRuns).values(run)
}

export async function findRun(db: Queryable, id: string): Promise<ImportRun | null> {
  const [run] = await db.select().from(importRuns).where(eq(importRuns.id, id))
  return run ?? null
}

/** Newest first. */
export async function listRuns(db: Queryable, limit: number): Promise<ImportRun[]> {
  return db.select().from(importRuns).orderBy(desc(importRuns.startedAt), desc(importRuns.id)).limit(limit)
}

/** Of those that are under way: two at once would take each other's rows for edits. */
export async function findRunning(db: Queryable): Promise<ImportRun | null> {
  const under: ImportState[] = ['reading', 'writing', 'undoing']
  const [run] = await db.select().from(importRuns).where(inArray(importRuns.state, under)).limit(1)
  return run ?? null
}

export async function saveProgress(
  tx: Transaction,
  id: string,
  progress: { kind: DocumentKind; line: number; counts: RunCounts },
): Promise<void> {
  await tx.update(importRuns).set(progress).where(eq(importRuns.id, id))
}

export async function saveOptions(db: Queryable, id: string, options: ImportRun['options']): Promise<void> {
  await db.update(importRuns).set({ options }).where(eq(importRuns.id, id))
}

export async function saveState(db: Queryable, id: string, state: ImportState, endedAt: Date | null): Promise<void> {
  await db.update(importRuns).set({ state, endedAt }).where(eq(importRuns.id, id))
}

export async function insertProblems(db: Queryable, runId: string, problems: readonly ImportProblem[]): Promise<void> {
  if (problems.length === 0) return
  const texts = (pick: (problem: ImportProblem) => string | null) => sql`${sql.param(problems.map(pick))}::text[]`
  await db.execute(sql`
    insert into ${importProblems} (run_id, path, collection, field, fault, level, shown, file, place)
    select ${runId}, * from unnest(${texts(({ path }) => path)}, ${texts(({ collection }) => collection)},
      ${texts(({ field }) => field)}, ${texts(({ fault }) => fault)}, ${texts(({ level }) => level)},
      ${texts(({ shown }) => shown)}, ${texts(({ file }) => file)}, ${texts(({ place }) => place)})`)
}
