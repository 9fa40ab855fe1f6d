import type { Transaction } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { importRefusals } from '../../refusals'
import { findRunning, lockPlace, lockRuns, type RunPlace } from './run-store'

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
