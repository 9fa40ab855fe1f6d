import { listCancellations, presentSubscriptionRow, sumCancellations } from '@quaff/features/subscriptions/server'
import type { Context } from '@quaff/platform/server/context'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import { adminRole } from '@quaff/platform/shared/product'
import type { Cancellations } from '../cancellations/contract'
import { cancellationLimits } from '../cancellations/contract'
import { cancellationFigures, cancellationReasons } from '../cancellations/rules'
import { analyticsLimits, type AnalyticsInput } from '../range/contract'
import { isOnePart } from '../usage/rules'
import { openRange } from './open-range'

/** Of the range, from the rows that were canceled in it; why is between administrators (0026). */
export async function getCancellations(ctx: Context, input: AnalyticsInput): Promise<Cancellations> {
  const { actor, scope, planId, days, window, measured, once } = await openRange(ctx, input)
  const leaving = { planId, ...window }
  const maxAgeMs = isOnePart(days) ? analyticsLimits.liveMaxAgeMs : analyticsLimits.answerMaxAgeMs
  const [{ sums, measuredAt }, rows] = await askTogether(ctx.db, (db) =>
    Promise.all([
      once(
        ['cancellations'],
        async () => ({ sums: await sumCancellations(db, scope, leaving), measuredAt: measured.measuredAt }),
        maxAgeMs,
      ),
      listCancellations(db, scope, leaving, cancellationLimits.rows),
    ]),
  )
  const groups = sums.map(({ monthlyMinor: amountMinor, ...group }) => ({ ...group, amountMinor }))
  return {
    ...cancellationFigures(groups),
    reasons: actor.role === adminRole ? cancellationReasons(groups) : null,
    rows: rows.map((row) => presentSubscriptionRow(row, actor)),
    ...measured,
    measuredAt,
  }
}
