import { readTimeZone } from '@quaff/features/locations/rules'
import { breakEvenDrinks, headlinePrice } from '@quaff/features/plans/price-rules'
import { readPlanFields } from '@quaff/features/plans/rules'
import { readPlanFigures } from '@quaff/features/plans/server'
import { type MerchantScope, openCalendar, scopeToMerchant } from '@quaff/features/sessions/server'
import { churnWindowStart } from '@quaff/features/subscriptions/churn-rules'
import { resolvePrice } from '@quaff/features/subscriptions/rules'
import {
  authorize,
  batchReads,
  type Context,
  isOnRecord,
  refuse,
  remember,
  startOfHourIn,
  type UserActor,
} from '@quaff/platform/server'
import {
  type HourInsights,
  type HourInsightsInput,
  insightLimits,
  type InsightWindow,
  type LocationInsights,
  type LocationInsightsInput,
  type PlanInsight,
  type PlanInsights,
  type PlanInsightsInput,
} from '../insights-contract'
import {
  hasWholeHours,
  heatCells,
  insightWindows,
  locationShares,
  type QuarterCount,
  quarterOfHour,
  recordedPart,
} from '../insights-rules'
import { redemptionPermissions } from '../permissions'
import { redemptionRefusals } from '../refusals'
import { findFirstHour, listHours } from './hour-store'
import { countPlaces, countQuarters, listPlaces, listPlansWithPrices } from './insights-store'

/** Uses the zone of the chosen location, or the merchant's for all locations. */
export async function getHourInsights(ctx: Context, input: HourInsightsInput): Promise<HourInsights> {
  const opened = await openInsights(ctx, input.merchantId)
  return opened.once(['hours', String(input.days), input.locationId ?? ''], () => readHours(opened, input))
}

async function readHours(
  { ctx, scope }: OpenedInsights,
  { days, locationId }: HourInsightsInput,
): Promise<HourInsights> {
  const measuredAt = ctx.clock.now()
  const places = await listPlaces(ctx.db, scope)
  const place = places.find(({ id }) => id === locationId)
  if (locationId !== undefined && !place) throw refuse(redemptionRefusals, 'LOCATION')
  const timeZone = readTimeZone(place?.fields['timeZone']) ?? ctx.settings.timeZone
  const { window } = insightWindows(timeZone, measuredAt, days)
  const isCounted = locationId === undefined && hasWholeHours(timeZone, window)
  const [recordedSince, counts] = await batchReads(ctx.db, (db) =>
    Promise.all([
      findFirstHour(db, scope),
      isCounted ? readCounters({ ...ctx, db }, scope, window) : countQuarters(db, scope, window, locationId),
    ]),
  )
  return {
    locations: places.map(({ id, name }) => ({ id, name: name.trim() || 'Unknown Location' })),
    cells: heatCells(timeZone, recordedPart(timeZone, window, recordedSince), counts),
    recordedSince,
    window,
    timeZone,
    measuredAt,
  }
}

/** Reads counters for whole hours, and rows for the current hour. */
async function readCounters(ctx: Context, scope: MerchantScope, { from, to }: InsightWindow): Promise<QuarterCount[]> {
  const thisHour = startOfHourIn(ctx.settings.timeZone, to)
  const [hours, now] = await Promise.all([
    listHours(ctx.db, scope, from, thisHour),
    countQuarters(ctx.db, scope, { from: thisHour, to }, undefined),
  ])
  return [...hours.map(({ hour, count }) => ({ quarter: quarterOfHour(hour), count })), ...now]
}

/** Uses the merchant's zone, so that locations of several zones cover the same time. */
export async function getLocationInsights(
  requested: Context,
  { merchantId, days }: LocationInsightsInput,
): Promise<LocationInsights> {
  const { ctx, scope, once } = await openInsights(requested, merchantId)
  return once(['locations', String(days)], async () => {
    const { timeZone } = ctx.settings
    const measuredAt = ctx.clock.now()
    const windows = insightWindows(timeZone, measuredAt, days)
    const [places, counts, recordedSince] = await Promise.all([
      listPlaces(ctx.db, scope),
      countPlaces(ctx.db, scope, windows),
      findFirstHour(ctx.db, scope),
    ])
    return {
      rows: locationShares(places, counts, isOnRecord(timeZone, windows.previous, recordedSince)),
      total: counts.reduce((sum, { count }) => sum + count, 0),
      ...windows,
      recordedSince,
      timeZone,
      measuredAt,
    }
  })
}

/** Returns plan economics (G35), with the same figures as the list of plans. */
export async function getPlanInsights(requested: Context, { merchantId }: PlanInsightsInput): Promise<PlanInsights> {
  const { ctx, scope, once } = await openInsights(requested, merchantId)
  return once(['plans'], async () => {
    const measuredAt = ctx.clock.now()
    const plans = await listPlansWithPrices(ctx.db, scope)
    const figures = await readPlanFigures(ctx, ctx.db, scope)
    const rows = plans.map((plan): PlanInsight => {
      const { activeSubscribers, drinks, averageSubscriptionValue, pricePerDrink } = figures.of(plan.id)
      const prices = plan.prices.map((price) => ({ ...resolvePrice(price), active: price.active }))
      const price = headlinePrice(prices)
      const { singleDrinkPrice } = readPlanFields(plan.fields)
      return {
        planId: plan.id,
        name: plan.name.trim() || 'Unknown Plan',
        active: plan.active,
        activeSubscribers,
        drinks,
        monthly: averageSubscriptionValue,
        pricePerDrink,
        singleDrinkPrice:
          price && singleDrinkPrice ? { amountMinor: singleDrinkPrice, currency: price.currency } : null,
        breakEvenDrinks: breakEvenDrinks(price, singleDrinkPrice),
      }
    })
    return {
      rows: rows.sort(bySubscribers),
      withoutPlan: figures.all.activeSubscribers - rows.reduce((sum, row) => sum + row.activeSubscribers, 0),
      window: { from: churnWindowStart(ctx.settings.timeZone, measuredAt), to: measuredAt },
      timeZone: ctx.settings.timeZone,
      measuredAt,
    }
  })
}

/** Stable: equal plans stay in name order. */
const bySubscribers = (one: PlanInsight, other: PlanInsight) => other.activeSubscribers - one.activeSubscribers

export type OpenedInsights = {
  /** Uses the merchant's calendar. */
  ctx: Context
  actor: UserActor
  scope: MerchantScope
  /** Shares one read between all viewers of a merchant for a few minutes. The result is unmasked. */
  once: <T>(parts: readonly string[], read: () => Promise<T>) => Promise<T>
}

/** Checks the permission for this merchant before any cached result is returned. */
export async function openInsights(requested: Context, merchantId: string): Promise<OpenedInsights> {
  const actor = authorize(requested.actor, redemptionPermissions, 'redemption.insights')
  const { ctx, scope } = await openCalendar(requested, scopeToMerchant(actor, merchantId))
  const maxAgeMs = insightLimits.answerMaxAgeMs
  return {
    ctx,
    actor,
    scope,
    once: (parts, read) =>
      remember(ctx, { key: ['insights', merchantId, ctx.settings.timeZone, ...parts], maxAgeMs }, read),
  }
}
