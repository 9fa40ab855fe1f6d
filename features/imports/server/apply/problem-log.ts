import type { Database } from '@quaff/platform/server/context'
import { idFaults, idNotes } from '../../ids-contract'
import { documentFaults, type ImportProblem } from '../../report-contract'
import { insertProblems, saveRead } from '../runs/run-store'

const atOnce = 500
/** So many documents lie between two writings of how far it has come. */
const noteEvery = 1_000

/** What writing cannot tell again: documents that never get so far, and lines that are none. */
const readingAlone: ReadonlySet<string> = new Set([...documentFaults, 'twice', ...idFaults, ...idNotes])
/** The writer tells the same of skipped documents, but does not know their place in the file. */
export const isToldByReading = ({ fault, level, file }: Pick<ImportProblem, 'fault' | 'level' | 'file'>) =>
  readingAlone.has(fault) || (level === 'aside' && file !== '')

/** Problems as they are found, written down some at a time, with how far the reading has come. */
export class ProblemLog {
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
