import { requireRecentSignIn } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { ImportRunRow, RunIdInput } from '../../contract'
import { importPermissions } from '../../permissions'
import { importRefusals } from '../../refusals'
import { takePlace, workOnRun } from './background'
import { readRun } from './read-imports'
import { findRunRow } from './read-imports-store'
import { findRunning } from './run-store'
import { undoRun } from './undo-run'

/**
 * Takes back, while the request is answered, what came over; the audit row stands when it is over. Refuses with
 * SIGN_IN_AGAIN, IMPORT_GONE, IMPORT_UNDONE, IMPORT_EMPTY, and IMPORT_RUNNING while somebody is at this one or another.
 */
export async function undoImport(ctx: Context, { runId }: RunIdInput): Promise<ImportRunRow> {
  authorize(ctx.actor, importPermissions, 'import.run')
  requireRecentSignIn(ctx)
  const run = await findRunRow(ctx.db, runId)
  if (!run) throw refuse(importRefusals, 'IMPORT_GONE')
  if (run.state === 'undone') throw refuse(importRefusals, 'IMPORT_UNDONE')
  if (run.state === 'reading' || run.state === 'checked') throw refuse(importRefusals, 'IMPORT_EMPTY')
  const isAtIt = (run.state === 'writing' || run.state === 'undoing') && run.isMoving
  if (isAtIt || (await findRunning(ctx.db, runId))) throw refuse(importRefusals, 'IMPORT_RUNNING')
  const place = takePlace(ctx)
  workOnRun(ctx, place, runId, undoRun)
  return { ...(await readRun(ctx, runId)), state: 'undoing', mayUndo: false, mayContinue: false }
}
