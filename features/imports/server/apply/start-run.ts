import type { Database, Queryable, Services } from '@quaff/platform/server/context'
import { hashConfigId, hashConfigText, type HashConfig } from '@quaff/platform/server/imported-passwords'
import type { SourceFiles, Spool } from '@quaff/platform/server/ports'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { importRefusals } from '../../refusals'
import {
  idFaults,
  idNotes,
  type MoneyAnswers,
  documentFaults,
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
  /** Where it is told to somebody before anything is read. */
  runId?: string
  /** Nothing is written until somebody has looked at what was found. */
  isCheck?: boolean
  source: string
  options: Omit<ImportOptions, 'hashConfigId'>
  startedBy: string | null
  /** Where the server will look for it when people sign in: never in the database. */
  keepHashConfig(config: HashConfig): Promise<void>
}

/** Reads everything once more and puts it in order; from then on `applyRun` can go on by itself, whatever happens. */
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
  const problems = new ProblemLog(services.db, runId, isCheck ? () => true : isToldByReading)
  let read = 0
  try {
    const told: CheckListener = {
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
    const report = await checkSources(files, told, (names) => findHere(services.db, names), options)
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

/** The name under which the settings of the hashes wait in the spool. */
export const hashSettings = 'hash-settings'

const readIn = ({ collections }: CheckReport) => collections.reduce((sum, { read }) => sum + read, 0)

/** Read by other answers than before, the same documents would be worth a hundredth, or a hundred times as much. */
export async function refuseWithoutAnswers(
  db: Queryable,
  { money }: CheckReport,
  { amounts, currency }: MoneyAnswers,
): Promise<void> {
  const before = money ? await findMoneyAnswers(db) : null
  if (!before) return
  const lacks = [
    ...(before.amounts && !amounts ? [`--amounts ${before.amounts}`] : []),
    ...(before.currency && !currency ? [`--currency ${before.currency}`] : []),
  ]
  if (lacks.length > 0) throw refuse(importRefusals, 'MONEY_ANSWERS', lacks.join(' '))
}

/** Sums that agree say nothing of documents that could not be read. */
export function refuseDamaged(report: CheckReport, { takesDamaged }: Pick<ImportOptions, 'takesDamaged'>): void {
  if (isDamaged(report) && !takesDamaged) throw refuse(importRefusals, 'SOURCE_DAMAGED', lackLines(report).join('; '))
}

/** Under a wrong id a document could never be moved to the right one. */
export function refuseWrongIds({ ids }: CheckReport): void {
  const wrong = ids?.wrong ?? 0
  if (wrong > 0) throw refuse(importRefusals, 'ID_LINES', `${wrong} ${wrong === 1 ? 'line' : 'lines'}`)
}

/** Passes that were paid for once must not be charged for again. */
export function refuseWithoutInstant({ collections }: CheckReport, paidUntil: string | null): void {
  const needsInstant = collections.some(({ kind, read }) => kind === 'subscriptions' && read > 0)
  if (needsInstant && paidUntil === null) throw refuse(importRefusals, 'PAID_UNTIL')
}

/** Of the settings among the files and those that are kept here already: two different ones would let nobody in for sure. */
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
/** So many documents lie between two writings of how far it has come. */
const noteEvery = 1_000

/** What writing cannot tell again: documents that never get so far, and lines that are none. */
const readingAlone: ReadonlySet<string> = new Set([...documentFaults, 'twice', ...idFaults, ...idNotes])
/** The writer tells the same of skipped documents, but does not know their place in the file. */
const isToldByReading = ({ fault, level, file }: Pick<ImportProblem, 'fault' | 'level' | 'file'>) =>
  readingAlone.has(fault) || (level === 'aside' && file !== '')

/** Problems as they are found, written down some at a time, with how far the reading has come. */
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

  /** With each document: waits for what is being written, so that no more than that lies in memory. */
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
    // Whoever waits for it next is told.
    this.writing.catch(() => {})
  }
}
