import type { Context } from '@quaff/platform/server/context'
import { Refusal } from '@quaff/platform/shared/refusal'
import { hasEnded, periodName, rangeOfPeriod, type PeriodRange } from '../../period/rules'

/** A month that is over, in the platform's zone; of the running one not everything is known. */
export function openPeriod(ctx: Context, period: string): PeriodRange {
  const range = rangeOfPeriod(ctx.settings.timeZone, period)
  if (hasEnded(range, ctx.clock.now())) return range
  throw new Refusal('BAD_REQUEST', 'PERIOD_RUNNING', `${periodName(period)} has not ended yet.`, { field: 'period' })
}
