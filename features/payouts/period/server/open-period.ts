import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { payoutRefusals } from '../../refusals'
import { hasEnded, rangeOfPeriod, type PeriodRange } from '../rules'

/** A month that is over, in the platform's zone; of the running one not everything is known. */
export function openPeriod(ctx: Context, period: string): PeriodRange {
  const range = rangeOfPeriod(ctx.settings.timeZone, period)
  if (hasEnded(range, ctx.clock.now())) return range
  throw refuse(payoutRefusals, 'PERIOD_RUNNING', period)
}
