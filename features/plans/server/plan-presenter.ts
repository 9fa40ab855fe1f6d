import { resolvePrice } from '@quaff/features/subscriptions/rules'
import type { PlanPrice, PlanRecord, PlanRow, PlanStatistics } from '../contract'
import { breakEvenDrinks, headlinePrice, type PayingGroup } from '../price-rules'
import { otherPlanFields, readPlanFields } from '../rules'
import type { StoredPlan, StoredPrice } from './plan-store'

/** An unknown interval reads as a month and a count below one as one, as the formula does (spec §9). */
export function presentPrice(price: StoredPrice): PlanPrice {
  return { id: price.id, active: price.active, ...resolvePrice(price) }
}

export function presentPlanRow(plan: StoredPlan, stored: readonly StoredPrice[], statistics: PlanStatistics): PlanRow {
  const { description, allowance, timeWindow, visibility, singleDrinkPrice } = readPlanFields(plan.fields)
  const prices = stored.filter((price) => price.planId === plan.id).map(presentPrice)
  return {
    id: plan.id,
    merchantId: plan.merchantId,
    name: plan.name || 'Unknown Plan',
    active: plan.active,
    description,
    allowance,
    timeWindow,
    visibility,
    prices,
    breakEvenDrinks: breakEvenDrinks(headlinePrice(prices), singleDrinkPrice),
    createdAt: plan.createdAt,
    updatedAt: plan.updatedAt,
    version: plan.version,
    ...statistics,
  }
}

export function presentPlanRecord(
  plan: StoredPlan,
  stored: readonly StoredPrice[],
  statistics: PlanStatistics,
  paying: readonly PayingGroup[],
): PlanRecord {
  const { singleDrinkPrice, eligibleItems, validLocationIds } = readPlanFields(plan.fields)
  return {
    singleDrinkPrice,
    eligibleItems,
    validLocationIds,
    otherFields: otherPlanFields(plan.fields),
    paying: paying.map(({ amountMinor, currency, interval, intervalCount, priceId, running }) => ({
      amountMinor,
      currency,
      interval,
      intervalCount,
      priceId,
      subscribers: running,
    })),
    ...presentPlanRow(plan, stored, statistics),
  }
}
