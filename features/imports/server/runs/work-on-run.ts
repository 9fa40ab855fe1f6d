import type { Context } from '@quaff/platform/server/context'
import type { Spool } from '@quaff/platform/server/ports'
import { workOn, type Place } from './background'
import type { RunListener } from './continue-run'
import { releaseRun } from './release-run'

type Work = (ctx: Context, spool: Spool, runId: string, listener: RunListener) => Promise<unknown>

/** Works on a run while the request is answered. Whatever keeps it from going on leaves the run to be continued. */
export function workOnRun(ctx: Context, place: Place, runId: string, work: Work): void {
  workOn(ctx, place, runId, async () => {
    try {
      await work(ctx, ctx.workbench.spool(runId), runId, { progress: () => place.goOn() })
    } catch (error) {
      await releaseRun(ctx, runId, error)
      throw error
    }
  })
}
