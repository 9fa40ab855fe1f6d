import type { Context } from '@quaff/platform/server/context'
import { applyRun } from '../applying/apply-run'
import { letGo } from '../runs/run-store'
import type { Place } from './background'

/** From where it came to before. Whatever keeps it from going on leaves it to be continued. */
export async function writeRun(ctx: Context, place: Place, runId: string): Promise<void> {
  try {
    await applyRun(ctx, ctx.workbench.spool(runId), runId, { progress: () => place.goOn() })
  } catch (error) {
    await letGo(ctx.db, runId)
    throw error
  }
}
