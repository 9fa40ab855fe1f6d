import { requireRecentSignIn } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { importPermissions } from '../../permissions'
import { importRefusals } from '../../refusals'
import type { ImportRunRow, RunIdInput } from '../../screen/contract'
import { lockRun, saveState } from '../runs/run-store'
import { readRun } from '../screen/read-run'
import { takePlace, workOn } from './background'
import { writeRun } from './write-run'

/** Also one that a command began, as long as what it had read lies here. Refuses with SPOOL_GONE where it does not. */
export async function continueImport(ctx: Context, { runId }: RunIdInput): Promise<ImportRunRow> {
  authorize(ctx.actor, importPermissions, 'import.run')
  requireRecentSignIn(ctx)
  const place = takePlace(ctx)
  try {
    const isWhole = await ctx.workbench.spool(runId).isWhole()
    await inTransaction(ctx, async (tx) => {
      const run = await lockRun(tx, runId)
      if (!run) throw refuse(importRefusals, 'IMPORT_GONE')
      if (run.state !== 'writing' && run.state !== 'stopped') throw refuse(importRefusals, 'IMPORT_OVER')
      if (!isWhole) throw refuse(importRefusals, 'SPOOL_GONE')
      await saveState(tx, runId, 'writing', null)
      await recordAudit(ctx, tx, { action: 'continue_import', targetType: 'import', targetId: runId })
    })
    workOn(ctx, place, runId, () => writeRun(ctx, place, runId))
  } catch (error) {
    place.leave()
    throw error
  }
  return readRun(ctx, runId)
}
