import { listLeavers, presentSubscriptionRow, sumLeavers } from '@quaff/features/subscriptions/server'
import type { Context } from '@quaff/platform/server/context'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import { adminRole } from '@quaff/platform/shared/product'
import type { Leavers } from '../../leavers/contract'
import { leaversLimits } from '../../leavers/contract'
import { leaverFigures, leaverReasons } from '../../leavers/rules'
import { analyticsLimits, type AnalyticsInput } from '../../range/contract'
import { isOnePart } from '../../usage/rules'
import { openRange } from '../range/open-range'

/** Of the range, from the rows that were canceled in it; why is between administrators (0026). */
export async function getLeavers(ctx: Context, input: AnalyticsInput): Promise<Leavers> {
  const { actor, scope, planId, days, window, measured, once } = await openRange(ctx, input)
  const leaving = { planId, ...window }
  const maxAgeMs = isOnePart(days) ? analyticsLimits.liveMaxAgeMs : analyticsLimits.answerMaxAgeMs
  const [{ sums, measuredAt }, rows] = await askTogether(ctx.db, (db) =>
    Promise.all([
      once(
        ['leavers'],
        async () => ({ sums: await sumLeavers(db, scope, leaving), measuredAt: measured.measuredAt }),
        maxAgeMs,
      ),
      listLeavers(db, scope, leaving, leaversLimits.rows),
    ]),
  )
  const groups = sums.map(({ monthlyMinor: amountMinor, ...group }) => ({ ...group, amountMinor }))
  return {
    ...leaverFigures(groups),
    reasons: actor.role === adminRole ? leaverReasons(groups) : null,
    rows: rows.map((row) => presentSubscriptionRow(row, actor)),
    ...measured,
    measuredAt,
  }
}
