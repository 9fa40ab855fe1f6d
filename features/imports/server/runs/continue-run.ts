import type { Context } from '@quaff/platform/server/context'
import type { Spool } from '@quaff/platform/server/ports'
import { refuse } from '@quaff/platform/shared/refusal'
import type { DocumentKind } from '../../kinds-rules'
import { importRefusals } from '../../refusals'
import { applyRun } from '../apply/apply-run'
import { undoRun } from '../undo/undo-run'
import { findRun, type ImportRun } from './run-store'

/** How far it has come: documents of a kind that are written or taken back. */
export type RunListener = { progress(kind: DocumentKind, documents: number): void }

/** A run that was interrupted while it wrote or was taken back. One that only read begins anew: nothing of it is here. */
export async function continueRun(
  ctx: Context,
  spool: Spool,
  runId: string,
  listener: RunListener,
): Promise<ImportRun> {
  const run = await findRun(ctx.db, runId)
  if (!run) throw refuse(importRefusals, 'IMPORT_GONE')
  if (run.state === 'writing') return applyRun(ctx, spool, runId, listener)
  if (run.state === 'undoing') return undoRun(ctx, spool, runId, listener)
  throw refuse(importRefusals, 'IMPORT_OVER')
}
