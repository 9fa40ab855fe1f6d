import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { ImportedTeam, RunIdInput } from '../../contract'
import { importPermissions } from '../../permissions'
import { importRefusals } from '../../refusals'
import { findRun } from './run-store'
import { countTeam } from './team-store'

/** Seen before it is pressed. */
export async function getTeam(ctx: Context, { runId }: RunIdInput): Promise<ImportedTeam> {
  authorize(ctx.actor, importPermissions, 'import.read')
  if (!(await findRun(ctx.db, runId))) throw refuse(importRefusals, 'IMPORT_GONE')
  return countTeam(ctx.db, runId)
}
