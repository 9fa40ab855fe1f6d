import type { SubscriptionStatus } from '@quaff/features/subscriptions/contract'
import { resolvePrice } from '@quaff/features/subscriptions/rules'
import type { SubscriptionWrite } from '@quaff/features/subscriptions/server'
import type { Charge } from '@quaff/features/subscriptions/writing-rules'
import { demoId, type Chance } from './chance'
import type { DemoMerchant } from './demo-merchants'
import type { DemoPlan } from './demo-plans'
import { cancelReasons } from './names'

export type DemoSubscription = SubscriptionWrite & {
  userId: string
  planId: string
  createdAt: Date
  updatedAt: Date
  currentPeriodStart: Date
  currentPeriodEnd: Date
}
/** Subscriptions as they began, and the later change of those with another status. */
export type DemoSubscriptions = { begun: DemoSubscription[]; changed: DemoSubscription[] }

const dayMs = 86_400_000
/** Maximum age by interval, because a day pass is not renewed for a year. */
const longestAgeDays: Readonly<Record<string, number>> = { day: 30, week: 120, month: 400, year: 400 }
const shownPeriods = 3
const shares = { active: 72, canceled: 17, trialing: 7, past_due: 4 } as const satisfies Record<
  SubscriptionStatus,
  number
>
const statuses = ['active', 'canceled', 'trialing', 'past_due'] as const satisfies (keyof typeof shares)[]

type World = { merchants: readonly DemoMerchant[]; plans: readonly DemoPlan[]; customerIds: readonly string[] }

export function planSubscriptions(chance: Chance, now: Date, world: World, count: number): DemoSubscriptions {
  const sellers = world.merchants.filter(({ sells }) => sells)
  // A long tail: the first merchant has many times the subscribers of the last.
  const weights = sellers.map((merchant, index) => (merchant.isLive ? 1 : 0.3) / (index + 2) ** 0.7)
  const plansOf = new Map(sellers.map(({ id }) => [id, world.plans.filter(({ merchantId }) => merchantId === id)]))
  const result: DemoSubscriptions = { begun: [], changed: [] }
  for (let number = 1; number <= count; number++) {
    const merchant = sellers[chance.weighted(weights)]
    const plans = plansOf.get(merchant?.id ?? '') ?? []
    const plan = plans[chance.weighted(plans.map(({ weight }) => weight))]
    const userId = world.customerIds[Math.floor(chance.next() ** 1.2 * world.customerIds.length)]
    if (!merchant || !plan || userId === undefined) continue
    addSubscription(chance, now, result, { id: demoId('sub', number), merchantId: merchant.id, plan, userId })
  }
  return result
}

/** Returns the period that contains `at`. */
function periodAt(createdAt: Date, at: Date, billing: Billing): { currentPeriodStart: Date; currentPeriodEnd: Date } {
  const number = renewalsBy(createdAt, billing, at)
  return {
    currentPeriodStart: renewalAt(createdAt, billing, number),
    currentPeriodEnd: renewalAt(createdAt, billing, number + 1),
  }
}

type Begin = { id: string; merchantId: string; plan: DemoPlan; userId: string }

function addSubscription(chance: Chance, now: Date, result: DemoSubscriptions, { plan, ...begin }: Begin) {
  const drawn = statuses[chance.weighted(statuses.map((one) => shares[one]))] ?? 'active'
  const age = chance.next()
  const price = plan.prices[chance.next() < 0.85 ? 0 : plan.prices.length - 1]
  const billing = { interval: price?.interval ?? 'month', intervalCount: price?.intervalCount ?? 1 }
  // A day pass has no trial.
  const status = drawn === 'trialing' && billing.interval === 'day' ? 'active' : drawn
  const ageDays = status === 'trialing' ? age * 14 : age ** 1.35 * (longestAgeDays[billing.interval] ?? 400)
  const createdAt = new Date(now.getTime() - ageDays * dayMs - 60_000)
  const fields = { currency: price?.currency, interval: price?.interval, intervalCount: price?.intervalCount }
  // Some subscriptions lack price fields, so the nested price must supply them.
  const own =
    chance.next() < 0.12
      ? { priceDetails: { amount: price?.amountMinor, ...fields } }
      : { amountMinor: price?.amountMinor, ...fields }
  const begun: DemoSubscription = {
    ...begin,
    ...own,
    planId: plan.id,
    status: status === 'trialing' ? 'trialing' : 'active',
    createdAt,
    updatedAt: createdAt,
    ...periodAt(createdAt, now, billing),
  }
  result.begun.push(begun)
  if (status === 'active' || status === 'trialing') return
  // Subscriptions are past due for a few weeks at most, mostly since a renewal. Cancellations spread over the whole
  // time.
  const changedDaysAgo = chance.next() * (status === 'past_due' ? Math.min(ageDays, 25) : ageDays)
  const sinceRenewal = (now.getTime() - begun.currentPeriodStart.getTime()) / dayMs
  const failed = status === 'past_due' && sinceRenewal < Math.min(25, ageDays)
  const updatedAt = new Date(now.getTime() - (failed ? sinceRenewal : changedDaysAgo) * dayMs)
  const cancelReason = status === 'canceled' ? chance.oneOf(cancelReasons) : null
  if (status === 'canceled') Object.assign(begun, periodAt(createdAt, updatedAt, billing))
  result.changed.push({ ...begun, status, updatedAt, cancelReason })
}

/**
 * Returns charges for the last three periods before the current one, and for all periods since `since`. Each is paid
 * when it begins.
 */
export function planPastCharges({ begun }: DemoSubscriptions, since: Date): Charge[] {
  return begun
    .filter(({ status }) => status === 'active')
    .flatMap((one) => {
      const { amountMinor, currency, ...billing } = resolvePrice(one)
      const running = renewalsBy(one.createdAt, billing, one.currentPeriodStart)
      const starts = Array.from({ length: running }, (_, index) => renewalAt(one.createdAt, billing, index))
      return starts
        .filter((start, index) => index >= running - shownPeriods || start >= since)
        .map((periodStart, index, shown): Charge => {
          const periodEnd = shown[index + 1] ?? one.currentPeriodStart
          return {
            subscriptionId: one.id,
            merchantId: one.merchantId,
            planId: one.planId,
            userId: one.userId,
            periodStart,
            periodEnd,
            recordedAt: periodStart,
            amountMinor,
            currency,
          }
        })
    })
}

type Billing = { interval: string; intervalCount: number }

/** Maximum days of each interval. */
const longestDays: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, year: 366 }
const monthsOf: Readonly<Record<string, number>> = { month: 1, year: 12 }

/** Returns the start of the period after `number` others: on the same day of the month, or on its last day. */
function renewalAt(start: Date, { interval, intervalCount }: Billing, number: number) {
  const steps = number * intervalCount
  const months = monthsOf[interval]
  if (months === undefined) return new Date(start.getTime() + steps * (longestDays[interval] ?? 1) * dayMs)
  const at = new Date(start.getTime())
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + steps * months)
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return at
}

/** Returns the number of renewals up to `at`. */
function renewalsBy(start: Date, billing: Billing, at: Date) {
  const longestMs = (longestDays[billing.interval] ?? 1) * billing.intervalCount * dayMs
  let count = Math.max(0, Math.floor((at.getTime() - start.getTime()) / longestMs))
  while (renewalAt(start, billing, count + 1) <= at) count++
  return count
}
