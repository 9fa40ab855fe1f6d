import {
  type Database,
  type HashConfig,
  hashConfigId,
  hashConfigText,
  inTransaction,
  type Queryable,
  refuse,
  type Services,
  type SourceFiles,
  type Spool,
} from '@quaff/platform/server'
import { importRefusals } from '../../refusals'
import {
  idErrorCodes,
  idNotes,
  type MoneyAnswers,
  documentErrorCodes,
  type CheckReport,
  type ImportProblem,
} from '../../report-contract'
import { isDamaged, lackLines } from '../../report-rules'
import type { ImportOptions } from '../../runs-contract'
import { stopReasonOf } from '../../runs-rules'
import { checkSources, type CheckListener } from '../check/check-sources'
import { findHere } from '../check/existing-store'
import { holdAlone } from '../runs/run-lock'
import {
  findMoneyAnswers,
  findRunning,
  insertProblems,
  insertRun,
  saveOptions,
  saveRead,
  saveReport,
  saveState,
  saveStopped,
} from '../runs/run-store'

export type RunStart = {
  /** Set if the caller announces the id before anything is read. */
  runId?: string
  /** Stops after reading, so that the report can be reviewed first. */
  isCheck?: boolean
  source: string
  options: Omit<ImportOptions, 'hashConfigId'>
  startedBy: string | null
  /** Stores the settings where the server finds them at sign-in, which is never the database. */
  keepHashConfig(config: HashConfig): Promise<void>
}

/**
 * Reads all files and sorts the documents into the spool. From then on `applyRun` needs no files and can resume at any
 * time.
 */
export async function startRun(
  services: Services,
  files: SourceFiles,
  spoolOf: (runId: string) => Spool,
  { runId = services.ids.newId('imp'), isCheck = false, source, options: chosen, startedBy, keepHashConfig }: RunStart,
  listener: Pick<CheckListener, 'problem' | 'progress'>,
): Promise<{ runId: string; report: CheckReport; spool: Spool }> {
  const running = await findRunning(services.db)
  if (running) throw refuse(importRefusals, 'IMPORT_RUNNING')
  const startedAt = services.clock.now()
  const options: ImportOptions = { ...chosen, hashConfigId: await services.passwords.findBorrowedFrom() }
  let found: HashConfig | null = null
  await insertRun(services.db, { id: runId, state: 'reading', source, options, startedAt, startedBy })
  const spool = spoolOf(runId)
  await spool.clear()
  const problems = new ProblemLog(services.db, runId, isCheck ? () => true : isReportedByReading)
  let read = 0
  try {
    const checkListener: CheckListener = {
      problem: (problem) => {
        problems.add(problem)
        listener.problem(problem)
      },
      progress(documents, file) {
        read = documents
        listener.progress(documents, file)
      },
      hashConfig: (config) => void (found = config),
      id: (line) => spool.add('ids', JSON.stringify(line)),
      async document(kind, document) {
        await spool.add(kind ?? 'others', JSON.stringify(document))
        await problems.keepUp(read)
      },
    }
    const report = await checkSources(files, checkListener, (names) => findHere(services.db, names), options)
    await problems.close()
    if (found && isCheck) await spool.add(hashSettings, hashConfigText(found))
    await spool.close()
    await saveReport(services.db, runId, report, readIn(report))
    if (isCheck) {
      await saveState(services.db, runId, 'checked', services.clock.now())
      return { runId, report, spool }
    }
    refuseWrongIds(report)
    refuseDamaged(report, options)
    refuseWithoutInstant(report, options.paidUntil)
    await refuseWithoutAnswers(services.db, report, options)
    const configId = await chooseHashConfig(services, found, keepHashConfig)
    await saveOptions(services.db, runId, { ...options, hashConfigId: configId })
    await inTransaction(services, async (tx) => {
      await holdAlone(tx, runId)
      await saveState(tx, runId, 'writing', null)
    })
    return { runId, report, spool }
  } catch (error) {
    await spool.remove()
    await saveStopped(services.db, runId, stopReasonOf(error), services.clock.now())
    throw error
  }
}

/** Name of the password hash settings in the spool. */
export const hashSettings = 'hash-settings'

const readIn = ({ collections }: CheckReport) => collections.reduce((sum, { read }) => sum + read, 0)

/**
 * Requires the answers of an earlier import again, because amounts would be wrong by a factor of 100.
 * @throws MONEY_ANSWERS
 */
export async function refuseWithoutAnswers(db: Queryable, { money }: CheckReport, { amounts, currency }: MoneyAnswers) {
  const before = money ? await findMoneyAnswers(db) : null
  if (!before) return
  const lacks = [
    ...(before.amounts && !amounts ? [`--amounts ${before.amounts}`] : []),
    ...(before.currency && !currency ? [`--currency ${before.currency}`] : []),
  ]
  if (lacks.length > 0) throw refuse(importRefusals, 'MONEY_ANSWERS', lacks.join(' '))
}

/** Matching sums prove nothing about documents that could not be read. */
export function refuseDamaged(report: CheckReport, { takesDamaged }: Pick<ImportOptions, 'takesDamaged'>) {
  if (isDamaged(report) && !takesDamaged) throw refuse(importRefusals, 'SOURCE_DAMAGED', lackLines(report).join('; '))
}

/** A document that was written under a wrong id cannot be moved later. */
export function refuseWrongIds({ ids }: CheckReport) {
  const wrong = ids?.wrong ?? 0
  if (wrong > 0) throw refuse(importRefusals, 'ID_LINES', `${wrong} ${wrong === 1 ? 'line' : 'lines'}`)
}

/** Periods that the old system has paid must not be charged again. */
export function refuseWithoutInstant({ collections }: CheckReport, paidUntil: string | null) {
  const needsInstant = collections.some(({ kind, read }) => kind === 'subscriptions' && read > 0)
  if (needsInstant && paidUntil === null) throw refuse(importRefusals, 'PAID_UNTIL')
}

/**
 * Chooses between the settings in the files and the stored ones.
 * @throws HASH_SETTINGS if they differ, because one set of passwords would stop working
 */
export async function chooseHashConfig(
  { passwords }: Services,
  found: HashConfig | null,
  keep: RunStart['keepHashConfig'],
): Promise<string | null> {
  const borrowedFrom = await passwords.findBorrowedFrom()
  if (!found) return borrowedFrom
  const id = hashConfigId(found)
  if (borrowedFrom !== null && borrowedFrom !== id) throw refuse(importRefusals, 'HASH_SETTINGS')
  if (borrowedFrom === null) await keep(found)
  return id
}

const atOnce = 500
/** Documents between two saves of the progress. */
const noteEvery = 1_000

/** Faults that only reading reports: documents that are never written, lines of ID files, and shared addresses. */
const readingAlone: ReadonlySet<string> = new Set([
  ...documentErrorCodes,
  'twice',
  'same_email',
  ...idErrorCodes,
  ...idNotes,
])
/** The writer also reports skipped documents, but without their place in the file. */
const isReportedByReading = ({ fault, level, file }: Pick<ImportProblem, 'fault' | 'level' | 'file'>) =>
  readingAlone.has(fault) || (level === 'skipped' && file !== '')

/** Saves problems in batches, together with the progress of reading. */
class ProblemLog {
  private waiting: ImportProblem[] = []
  private writing = Promise.resolve()
  private noted = 0

  constructor(
    private readonly db: Database,
    private readonly runId: string,
    private readonly isKept: (problem: ImportProblem) => boolean,
  ) {}

  add(problem: ImportProblem): void {
    if (!this.isKept(problem)) return
    this.waiting.push(problem)
    if (this.waiting.length >= atOnce) this.write()
  }

  /** Called for each document. Waits for the current write, which bounds memory. */
  async keepUp(read: number): Promise<void> {
    await this.writing
    if (read - this.noted < noteEvery) return
    this.noted = read
    await saveRead(this.db, this.runId, read)
  }

  async close(): Promise<void> {
    this.write()
    await this.writing
  }

  private write(): void {
    const problems = this.waiting.splice(0)
    this.writing = this.writing.then(() => insertProblems(this.db, this.runId, problems))
    // The next caller that awaits `writing` gets the error.
    this.writing.catch(() => {})
  }
}
