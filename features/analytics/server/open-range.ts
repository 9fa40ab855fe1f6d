import { merchantScope, openCalendar, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import { authorize, comparedWindow, type Context, refuse, remember, type UserActor } from '@quaff/platform/server'
import { analyticsPermissions } from '../permissions'
import { type AnalyticsInput, analyticsLimits, type Measured, type RangeWindow } from '../range-contract'
import { countDays, decideRange, previousDays, todayIn, windowOf, type DayRange } from '../range-rules'
import { analyticsRefusals, rangeRefusals } from '../refusals'
import { findPlanMerchant } from './overview-store'

export type OpenedRange = {
  actor: UserActor
  /** The plan's merchant if a plan is given. `all` only without a merchant and a plan. */
  scope: MerchantScope
  planId: string | undefined
  /** The requested days without future ones. */
  days: DayRange
  window: RangeWindow
  /** The same number of days before. `window` is cut to match a range that is still running at `at`. */
  previous: { days: DayRange; window: (at: Date) => RangeWindow }
  timeZone: string
  today: string
  measured: Measured
  /** Shares one read among equal queries within `maxAgeMs`. The key already contains scope, plan and days. */
  once: <T>(parts: readonly string[], read: () => Promise<T>, maxAgeMs?: number) => Promise<T>
}

/** Checks permission, merchants, plans and the range before a cached result is returned. */
export async function openRange(ctx: Context, input: AnalyticsInput): Promise<OpenedRange> {
  const actor = authorize(ctx.actor, analyticsPermissions, 'analytics.view')
  const measuredAt = ctx.clock.now()
  const { ctx: local, scope } = await openCalendar(ctx, await openScope(ctx, actor, input))
  const { timeZone } = local.settings
  const today = todayIn(timeZone, measuredAt)
  const platformToday = todayIn(ctx.settings.timeZone, measuredAt)
  // The platform's today may begin before the merchant's.
  const begun = (day: string) => (day > today && day <= platformToday ? today : day)
  const decided = decideRange({ from: begun(input.from), to: begun(input.to) }, today)
  if (!decided.ok) throw refuse(rangeRefusals, decided.reason)
  const { days } = decided
  const before = previousDays(days)
  const window = windowOf(timeZone, days)
  const requested = [
    scope.all ? 'all' : [...scope.merchantIds].sort().join(),
    input.planId ?? '',
    timeZone,
    days.from,
    days.to,
  ]
  return {
    actor,
    scope,
    planId: input.planId,
    days,
    window,
    timeZone,
    today,
    previous: { days: before, window: (at) => comparedWindow(timeZone, window, at, countDays(days)) },
    measured: { window, timeZone, measuredAt },
    once: (parts, read, maxAgeMs = analyticsLimits.answerMaxAgeMs) =>
      remember(ctx, { key: ['analytics', ...requested, ...parts], maxAgeMs }, read),
  }
}

async function openScope(ctx: Context, actor: UserActor, { merchantId, planId }: AnalyticsInput) {
  const scope = merchantId === undefined ? merchantScope(actor) : scopeToMerchant(actor, merchantId)
  if (planId === undefined) return scope
  const planMerchantId = await findPlanMerchant(ctx.db, scope, planId)
  if (planMerchantId === undefined) throw refuse(analyticsRefusals, 'PLAN')
  return scopeToMerchant(actor, planMerchantId)
}
