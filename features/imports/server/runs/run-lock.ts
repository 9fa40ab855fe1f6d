import type { Services, Transaction } from '@quaff/platform/server/context'
import { isRefusal, refuse } from '@quaff/platform/shared/refusal'
import { importRefusals } from '../../refusals'
import { stopReasonOf } from '../../runs-rules'
import { findRunning, letGo, lockPlace, lockRuns, type RunPlace } from './run-store'

/**
 * Each batch begins with this: of two that go on with one run, whoever comes second finds it further than it left it, and
 * stops before it has written anything.
 */
export async function holdPlace(tx: Transaction, place: RunPlace): Promise<void> {
  if (!(await lockPlace(tx, place))) throw refuse(importRefusals, 'IMPORT_TAKEN')
}

/** A run begins to write only while no other one does: they would take each other's rows for edits. */
export async function holdAlone(tx: Transaction, runId: string): Promise<void> {
  await lockRuns(tx)
  if (await findRunning(tx, runId)) throw refuse(importRefusals, 'IMPORT_RUNNING')
}

/**
 * Says why nobody works on it any more. A refusal says nothing: somebody else may be at it. Where not even that can be
 * written, the error itself matters more.
 */
export async function releaseRun({ db, log }: Services, runId: string, error: unknown): Promise<void> {
  if (isRefusal(error)) return
  await letGo(db, runId, stopReasonOf(error)).catch(() => log.warn('import_not_released', { runId }))
}
