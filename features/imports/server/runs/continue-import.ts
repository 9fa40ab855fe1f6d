import { requireRecentSignIn } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { ImportRunRow, RunIdInput } from '../../contract'
import { importPermissions } from '../../permissions'
import { importRefusals } from '../../refusals'
import { takePlace, workOnRun, continueRun } from './background'
import { presentRun, readRun } from './read-imports'
import { findRunRow } from './read-imports-store'

/**
 * Also one that a command began, as long as what it had read lies here, and one that was being taken back. Refuses with
 * SIGN_IN_AGAIN, IMPORT_GONE, IMPORT_OVER, SPOOL_GONE, and IMPORT_RUNNING while somebody is at it.
 */
export async function continueImport(ctx: Context, { runId }: RunIdInput): Promise<ImportRunRow> {
  authorize(ctx.actor, importPermissions, 'import.run')
  requireRecentSignIn(ctx)
  const run = await findRunRow(ctx.db, runId)
  if (!run) throw refuse(importRefusals, 'IMPORT_GONE')
  if (run.state !== 'writing' && run.state !== 'undoing') throw refuse(importRefusals, 'IMPORT_OVER')
  if (!presentRun(run).mayContinue) throw refuse(importRefusals, 'IMPORT_RUNNING')
  if (run.state === 'writing' && !(await ctx.workbench.spool(runId).isWhole()))
    throw refuse(importRefusals, 'SPOOL_GONE')
  const place = takePlace(ctx)
  try {
    await inTransaction(ctx, (tx) =>
      recordAudit(ctx, tx, { action: 'continue_import', targetType: 'import', targetId: runId }),
    )
    workOnRun(ctx, place, runId, continueRun)
  } catch (error) {
    place.leave()
    throw error
  }
  return readRun(ctx, runId)
}
