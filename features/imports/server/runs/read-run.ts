import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { ImportRunRow } from '../../contract'
import { importRefusals } from '../../refusals'
import { presentRun } from './present-run'
import { findRunRow } from './screen-store'

/** As the list shows it, for those who have changed it. */
export async function readRun(ctx: Context, runId: string): Promise<ImportRunRow> {
  const run = await findRunRow(ctx.db, runId)
  if (!run) throw refuse(importRefusals, 'IMPORT_GONE')
  return presentRun(run)
}
