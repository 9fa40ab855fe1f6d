import type { SubscriptionStatus } from '@quaff/features/subscriptions/contract'
import type { SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { resolvePrice } from '@quaff/features/subscriptions/rules'
import type { Charge } from '@quaff/features/subscriptions/writing/rules'
import { demoId } from './chance'
import type { Chance } from './chance'
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
/** As they began, and the later change of those that are no longer what they were. */
export type DemoSubscriptions = { begun: DemoSubscription[]; changed: DemoSubscription[] }

const dayMs = 86_400_000
const longestAgeDays = 400
const shownPeriods = 3
const periodDays = { day: 1, week: 7, month: 30, year: 365 } as const
const shares = { active: 72, canceled: 17, trialing: 7, past_due: 4 } as const satisfies Record<
  SubscriptionStatus,
  number
>
const statuses = ['active', 'canceled', 'trialing', 'past_due'] as const satisfies (keyof typeof shares)[]

type World = { merchants: readonly DemoMerchant[]; plans: readonly DemoPlan[]; customerIds: readonly string[] }

export function planSubscriptions(chance: Chance, now: Date, world: World, count: number): DemoSubscriptions {
  const sellers = world.merchants.filter(({ sells }) => sells)
  // A long tail: the first venue has many times the subscribers of the last.
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

/** The period that ran at `at`. */
function periodAt(createdAt: Date, at: Date, lengthMs: number): { currentPeriodStart: Date; currentPeriodEnd: Date } {
  const start = at.getTime() - ((at.getTime() - createdAt.getTime()) % lengthMs)
  return { currentPeriodStart: new Date(start), currentPeriodEnd: new Date(start + lengthMs) }
}

type Begin = { id: string; merchantId: string; plan: DemoPlan; userId: string }

function addSubscription(chance: Chance, now: Date, result: DemoSubscriptions, { plan, ...begin }: Begin): void {
  const status = statuses[chance.weighted(statuses.map((one) => shares[one]))] ?? 'active'
  const ageDays = status === 'trialing' ? chance.next() * 14 : chance.next() ** 1.35 * longestAgeDays
  const createdAt = new Date(now.getTime() - ageDays * dayMs - 60_000)
  const price = plan.prices[chance.next() < 0.85 ? 0 : plan.prices.length - 1]
  const lengthMs = periodDays[price?.interval === 'year' ? 'year' : 'month'] * dayMs
  const fields = { currency: price?.currency, interval: price?.interval, intervalCount: price?.intervalCount }
  // Some came without own price fields: the nested price document has to fill them in.
  const own =
    chance.next() < 0.12
      ? { priceDetails: { amount: price?.amountMinor, ...fields } }
      : { amountMinor: price?.amountMinor, ...fields }
  const begun: DemoSubscription = {
    ...begin,
    ...own,
    ...{ planId: plan.id, status: status === 'trialing' ? 'trialing' : 'active', createdAt, updatedAt: createdAt },
    ...periodAt(createdAt, now, lengthMs),
  }
  result.begun.push(begun)
  if (status === 'active' || status === 'trialing') return
  // Who is past due has been so for a few weeks at most; cancellations spread over the whole time.
  const changedDaysAgo = chance.next() * (status === 'past_due' ? Math.min(ageDays, 25) : ageDays)
  const updatedAt = new Date(now.getTime() - changedDaysAgo * dayMs)
  const cancelReason = status === 'canceled' ? chance.oneOf(cancelReasons) : null
  if (status === 'canceled') Object.assign(begun, periodAt(createdAt, updatedAt, lengthMs))
  result.changed.push({ ...begun, status, updatedAt, cancelReason })
}

/** At most three periods before the one that the subscriptions are written with, as if each had been paid when it began. */
export function planPastCharges({ begun }: DemoSubscriptions): Charge[] {
  return begun
    .filter(({ status }) => status === 'active')
    .flatMap((one) => {
      const lengthMs = one.currentPeriodEnd.getTime() - one.currentPeriodStart.getTime()
      const before = Math.round((one.currentPeriodStart.getTime() - one.createdAt.getTime()) / lengthMs)
      const { amountMinor, currency } = resolvePrice(one)
      return Array.from({ length: Math.min(before, shownPeriods) }, (_, index): Charge => {
        const periodStart = new Date(one.currentPeriodStart.getTime() - (index + 1) * lengthMs)
        return {
          ...{ subscriptionId: one.id, merchantId: one.merchantId, planId: one.planId, userId: one.userId },
          ...{ periodStart, periodEnd: new Date(periodStart.getTime() + lengthMs), recordedAt: periodStart },
          ...{ amountMinor, currency },
        }
      })
    })
}
