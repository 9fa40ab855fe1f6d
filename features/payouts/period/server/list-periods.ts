import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { generationLimits, type PayoutPeriods } from '../../generation/contract'
import { countPayoutsOf } from '../../generation/server/generation-store'
import { payoutPermissions } from '../../permissions'
import { listEndedPeriods } from '../rules'

/** The last ended months, newest first. */
export async function listPeriods(ctx: Context): Promise<PayoutPeriods> {
  authorize(ctx.actor, payoutPermissions, 'payout.manage')
  const { timeZone } = ctx.settings
  const ranges = listEndedPeriods(timeZone, ctx.clock.now(), generationLimits.periods)
  const counts = await countPayoutsOf(
    ctx.db,
    ranges.map(({ period }) => period),
  )
  return { periods: ranges.map((range) => ({ ...range, payoutCount: counts.get(range.period) ?? 0 })), timeZone }
}
