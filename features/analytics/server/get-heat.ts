import { heatCells, recordedPart } from '@quaff/features/redemptions/insights/rules'
import type { Context } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { Heat, HeatInput } from '../usage-contract'
import { refuseLongPart } from './get-cohorts'
import { readRecord } from './get-overview'
import { openRange, type OpenedRange } from './open-range'
import { countHours, countQuartersOfPlan } from './usage-store'

/** On the platform's clock: what is of several locations has no other. */
export async function getHeat(ctx: Context, input: HeatInput): Promise<Heat> {
  const opened = await openRange(ctx, input)
  const { planId, scope, measured } = opened
  if (planId !== undefined) {
    refuseLongPart(opened.days)
    return opened.once(['heat'], async () =>
      present(ctx, opened, measured.measuredAt, await countQuartersOfPlan(ctx.db, scope, opened.window, planId)),
    )
  }
  return opened.once(['heat'], async () =>
    present(ctx, opened, measured.measuredAt, await countHours(ctx.db, scope, opened.window)),
  )
}

type Counts = Parameters<typeof heatCells>[2]

/** An hour that has not come yet has not taken place. */
async function present(ctx: Context, opened: OpenedRange, measuredAt: Date, counts: Counts): Promise<Heat> {
  const { window, timeZone } = opened
  const { redemptions: recordedSince } = await batchReads(ctx.db, (db) => readRecord(db, opened))
  const to = new Date(Math.min(window.to.getTime() - 1, measuredAt.getTime()))
  return {
    cells: heatCells(timeZone, recordedPart(timeZone, { from: window.from, to }, recordedSince), counts),
    recordedSince,
    window,
    timeZone,
    measuredAt,
  }
}
