import type { Context } from '@quaff/platform/server/context'
import { todayIn } from '../range/rules'
import { cohortsSchema, type Cohorts, type CohortsInput } from '../usage/contract'
import { startMonths } from '../usage/rules'
import { openRange } from './open-range'
import { cohortsKey, monthsWindow, readCohorts } from './read-cohorts'
import { readSnapshot } from './read-snapshot'

const keptSchema = cohortsSchema.pick({ cohorts: true })

/** The months up to now, whatever the range of the other figures. */
export async function getCohorts(ctx: Context, input: CohortsInput): Promise<Cohorts> {
  const today = todayIn(ctx.settings.timeZone, ctx.clock.now())
  const opened = await openRange(ctx, { ...input, from: today, to: today })
  const { scope, planId, timeZone, measured } = opened
  const months = startMonths(timeZone, measured.measuredAt)
  const window = monthsWindow(timeZone, months)
  const read = async () => ({ cohorts: await readCohorts(ctx.db, scope, { timeZone, months, planId }) })
  if (!scope.all) return opened.once(['cohorts'], async () => ({ ...(await read()), ...measured, window }))
  const { data, measuredAt } = await readSnapshot(ctx, cohortsKey(months), keptSchema, read)
  return { ...data, timeZone, window, measuredAt }
}
