import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { inText, publishLive, type Queryable, type Transaction } from '@quaff/platform/server'
import type { ProblemLevel } from '@quaff/platform/shared/documents/read-fields'
import {
  type MoneyAnswers,
  type CheckReport,
  type ImportProblem,
  type ProblemCode,
  type UndoErrorCode,
  undoErrorCodes,
} from '../../report-contract'
import type { ImportState, StopReason } from '../../runs-contract'
import { importProblems, importRuns } from '../tables'

export type ImportRun = typeof importRuns.$inferSelect

export async function insertRun(db: Queryable, run: typeof importRuns.$inferInsert) {
  await db.insert(importRuns).values(run)
}

export async function findRun(db: Queryable, id: string) {
  const [run] = await db.select().from(importRuns).where(eq(importRuns.id, id))
  return run ?? null
}

/** Newest first. */
export async function listRuns(db: Queryable, limit: number) {
  return db.select().from(importRuns).orderBy(desc(importRuns.startedAt), desc(importRuns.id)).limit(inText(limit))
}

/**
 * Returns a run that is writing or undoing. Two of them would mistake each other's writes for edits. A run that only
 * read has no effect.
 */
export async function findRunning(db: Queryable, besides = '') {
  const under: ImportState[] = ['writing', 'undoing']
  const others = and(inArray(importRuns.state, under), ne(importRuns.id, besides))
  const [run] = await db.select().from(importRuns).where(others).limit(1)
  return run ?? null
}

/** Returns the money answers of the last import that gave any and was not undone, or null. */
export async function findMoneyAnswers(db: Queryable): Promise<Required<MoneyAnswers> | null> {
  const relevantStates: ImportState[] = ['writing', 'done']
  const said = sql`coalesce(${importRuns.options} ->> 'amounts', ${importRuns.options} ->> 'currency') is not null`
  const [run] = await db
    .select({ options: importRuns.options })
    .from(importRuns)
    .where(and(inArray(importRuns.state, relevantStates), said))
    .orderBy(desc(importRuns.startedAt), desc(importRuns.id))
    .limit(inText(1))
  return run ? { amounts: run.options.amounts ?? null, currency: run.options.currency ?? null } : null
}

/** Returns checked imports that were never applied. */
export async function listCheckedBefore(db: Queryable, before: Date) {
  const old = and(eq(importRuns.state, 'checked'), lt(importRuns.startedAt, before))
  const rows = await db.select({ id: importRuns.id }).from(importRuns).where(old)
  return rows.map(({ id }) => id)
}

/** Until the transaction ends, no other process can start or end a run. */
export async function lockRuns(tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('imports'))`)
}

/** Locks the run until the transaction ends. */
export async function lockRun(tx: Transaction, id: string) {
  const [run] = await tx.select().from(importRuns).where(eq(importRuns.id, id)).for('update')
  return run ?? null
}

/** The position of a run. A process may continue the run only from the position that it knows. */
export type RunPlace = Pick<ImportRun, 'id' | 'state' | 'kind' | 'line' | 'undoneTo'>

/** Locks the run until the transaction ends. Returns true if it is still at this position. */
export async function lockPlace(tx: Transaction, { id, state, kind, line, undoneTo }: RunPlace) {
  const [run] = await tx
    .select({ state: importRuns.state, kind: importRuns.kind, line: importRuns.line, undoneTo: importRuns.undoneTo })
    .from(importRuns)
    .where(eq(importRuns.id, id))
    .for('update')
  return run?.state === state && run.kind === kind && run.line === line && run.undoneTo === undoneTo
}

type Progress = Partial<Omit<ImportRun, 'id'>>

export async function saveProgress(tx: Transaction, id: string, progress: Progress) {
  await tx
    .update(importRuns)
    .set({ ...progress, stopReason: null, movedAt: moved })
    .where(eq(importRuns.id, id))
  await tell(tx, id)
}

/** The database's clock is the same for all processes. */
const moved = sql`now()`
/** No step of a run takes longer than this between two heartbeats. */
export const isMoving = sql<boolean>`coalesce(${importRuns.movedAt} > now() - interval '1 minute', false)`

const pulseMs = 20_000

/** Sends heartbeats during long work without steps, so that the run does not count as stopped. */
export async function keptMoving<Result>(db: Queryable, id: string, work: Promise<Result>) {
  const move = () => db.update(importRuns).set({ movedAt: moved }).where(eq(importRuns.id, id))
  const timer = setInterval(() => void move().catch(() => {}), pulseMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}

/** Releases the run, so that another process can continue it immediately. */
export async function letGo(db: Queryable, id: string, stopReason: StopReason) {
  await db.transaction(async (tx) => {
    await tx.update(importRuns).set({ movedAt: null, stopReason }).where(eq(importRuns.id, id))
    await tell(tx, id)
  })
}

/** Open pages refetch the imports. */
const tell = (tx: Transaction, id: string) => publishLive(tx, { topic: 'import', subjectId: id })

/** Saves the progress of reading. */
export async function saveRead(db: Queryable, id: string, read: number) {
  await db.transaction(async (tx) => {
    await tx.update(importRuns).set({ read, movedAt: moved }).where(eq(importRuns.id, id))
    await tell(tx, id)
  })
}

export async function saveReport(db: Queryable, id: string, report: CheckReport, read: number) {
  await db.update(importRuns).set({ report, read }).where(eq(importRuns.id, id))
}

export async function saveOptions(db: Queryable, id: string, options: ImportRun['options']) {
  await db.update(importRuns).set({ options }).where(eq(importRuns.id, id))
}

/** Ends an unfinished run, which cannot be continued. */
export async function saveStopped(db: Queryable, id: string, stopReason: StopReason, endedAt: Date) {
  await db.transaction(async (tx) => {
    await tx.update(importRuns).set({ state: 'stopped', endedAt, stopReason }).where(eq(importRuns.id, id))
    await tell(tx, id)
  })
}

export async function saveState(db: Queryable, id: string, state: ImportState, endedAt: Date | null) {
  await db.transaction(async (tx) => {
    await tx.update(importRuns).set({ state, endedAt, stopReason: null, movedAt: moved }).where(eq(importRuns.id, id))
    await tell(tx, id)
  })
}

/** Lists the documents that an undo left in place, by path. */
export async function listKept(db: Queryable, runId: string) {
  const { path, fault, level } = importProblems
  const kept = and(eq(importProblems.runId, runId), eq(level, 'note'), inArray(fault, [...undoErrorCodes]))
  return db
    .select({ path, fault: sql<UndoErrorCode>`${fault}` })
    .from(importProblems)
    .where(kept)
    .orderBy(path)
}

/** Deletes problems that were found before the options were known. */
export async function forgetProblems(tx: Transaction, runId: string, fault: ProblemCode) {
  await tx.delete(importProblems).where(and(eq(importProblems.runId, runId), eq(importProblems.fault, fault)))
}

const storedLevel = (level: ProblemLevel) => String(importProblems.level.mapToDriverValue(level))

/** Reports a problem once: reading has already reported it with its place in the file. */
export async function insertProblems(db: Queryable, runId: string, problems: readonly ImportProblem[]) {
  if (problems.length === 0) return
  const textArray = (pick: (problem: ImportProblem) => string | null) => sql`${sql.param(problems.map(pick))}::text[]`
  await db.execute(sql`
    insert into ${importProblems} (run_id, path, collection, field, fault, level, shown, file, place)
    select ${runId}, found.* from unnest(${textArray(({ path }) => path)}, ${textArray(({ collection }) => collection)},
      ${textArray(({ field }) => field)}, ${textArray(({ fault }) => fault)}, ${textArray(({ level }) => storedLevel(level))},
      ${textArray(({ shown }) => shown)}, ${textArray(({ file }) => file)}, ${textArray(({ place }) => place)})
      as found (path, collection, field, fault, level, shown, file, place)
    where found.file <> '' or not exists (select from ${importProblems} known where known.run_id = ${runId} and known.path = found.path
      and known.field = found.field and known.fault = found.fault)`)
}
