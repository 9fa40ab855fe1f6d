import { isRefusal, refuse, type Services, type Transaction } from '@quaff/platform/server'
import { importRefusals } from '../../refusals'
import { stopReasonOf } from '../../runs-rules'
import { findRunning, letGo, lockPlace, lockRuns, type RunPlace } from './run-store'

/**
 * Locks the position of a run at the start of each batch. If two processes continue one run, the second finds another
 * position and stops before it writes.
 */
export async function holdPlace(tx: Transaction, place: RunPlace) {
  if (!(await lockPlace(tx, place))) throw refuse(importRefusals, 'IMPORT_TAKEN')
}

/** Locks all runs and refuses if another one writes, because they would mistake each other's writes for edits. */
export async function holdAlone(tx: Transaction, runId: string) {
  await lockRuns(tx)
  if (await findRunning(tx, runId)) throw refuse(importRefusals, 'IMPORT_RUNNING')
}

/**
 * Records why a run stopped. A refusal records nothing, because another process may be working on it. Errors of the write
 * are only logged: the original error matters more.
 */
export async function releaseRun({ db, log }: Services, runId: string, error: unknown) {
  if (isRefusal(error)) return
  await letGo(db, runId, stopReasonOf(error)).catch(() => log.warn('import_not_released', { runId }))
}
