import { dayKeyIn, shiftDaysIn } from '@quaff/platform/shared/calendar'
import type { Money } from '@quaff/platform/shared/money/money'
import { searchText } from '@quaff/platform/shared/search-text'
import { type BillingInterval, billingIntervals, subscriptionDefaults, subscriptionLimits } from './contract'

/** Intervals per month as a fraction: a month has 4.333 weeks or 30 days (spec §9). */
export const monthlyShare = {
  year: [1n, 12n],
  month: [1n, 1n],
  week: [4_333n, 1_000n],
  day: [30n, 1n],
} as const satisfies Record<BillingInterval, readonly [bigint, bigint]>

export type Price = { amountMinor: number; currency: string; interval: BillingInterval; intervalCount: number }

/** Every field may be missing. `priceDetails` fills in what the subscription lacks (spec §3). */
export type PriceSource = {
  amountMinor?: number | null
  currency?: string | null
  interval?: string | null
  intervalCount?: number | null
  priceDetails?: {
    amount?: number | null
    currency?: string | null
    interval?: string | null
    intervalCount?: number | null
  } | null
}

export function resolvePrice(source: PriceSource): Price {
  const details = source.priceDetails ?? {}
  const currency = source.currency?.trim() || details.currency?.trim() || subscriptionDefaults.currency
  return {
    amountMinor: finite(source.amountMinor) ?? finite(details.amount) ?? 0,
    currency: currency.toLowerCase(),
    interval: knownInterval(source.interval) ?? knownInterval(details.interval) ?? subscriptionDefaults.interval,
    intervalCount:
      positive(source.intervalCount) ?? positive(details.intervalCount) ?? subscriptionDefaults.intervalCount,
  }
}

/**
 * Returns the plan's price, else the subscription's own (spec §3 "User subscription view"). Prefers the price at which
 * it was sold, then the nearest one on sale.
 */
export function shownPrice(source: PriceSource, planPrices: readonly (PriceSource & { active: boolean })[]): Price {
  const recorded = resolvePrice(source)
  const prices = planPrices.map((price) => ({ active: price.active, price: resolvePrice(price) }))
  const onSale = prices.filter(({ active }) => active).map(({ price }) => price)
  const sameCurrency = onSale.filter(({ currency }) => currency === recorded.currency)
  return (
    prices.find(({ price }) => isSamePrice(price, recorded))?.price ??
    sameCurrency.find((price) => hasSameRhythm(price, recorded)) ??
    sameCurrency[0] ??
    onSale[0] ??
    recorded
  )
}

/** Returns the billing interval: "month", "2 weeks". */
export const intervalText = ({ interval, intervalCount }: Pick<Price, 'interval' | 'intervalCount'>) =>
  intervalCount === 1 ? interval : `${intervalCount} ${interval}s`

/** Returns the subscription's own price if it has an amount and differs from the shown one. */
export function differingPrice(source: PriceSource, shown: Price): Price | null {
  const isPriced = (finite(source.amountMinor) ?? finite(source.priceDetails?.amount)) !== undefined
  const recorded = resolvePrice(source)
  return isPriced && !isSamePrice(recorded, shown) ? recorded : null
}

const hasSameRhythm = (one: Price, other: Price) =>
  one.interval === other.interval && one.intervalCount === other.intervalCount
const isSamePrice = (one: Price, other: Price) =>
  one.amountMinor === other.amountMinor && one.currency === other.currency && hasSameRhythm(one, other)

/** Returns the monthly amount in minor units, rounded half up from the exact fraction (spec §9). */
export function monthlyAmountMinor(price: {
  amountMinor: number
  interval: BillingInterval
  intervalCount?: number | null
}): number {
  const count = BigInt(positive(price.intervalCount) ?? subscriptionDefaults.intervalCount)
  const [times, over] = monthlyShare[price.interval]
  const amount = BigInt(Math.round(finite(price.amountMinor) ?? 0))
  return Number(roundHalfUp(amount * times, over * count))
}

function roundHalfUp(numerator: bigint, denominator: bigint) {
  const [doubled, whole] = [2n * numerator + denominator, 2n * denominator]
  const towardsZero = doubled / whole
  return doubled < 0n && doubled % whole !== 0n ? towardsZero - 1n : towardsZero
}

export type StoredTimestamp = Date | number | string | { seconds: number; nanoseconds?: number } | null | undefined

/**
 * Accepts server timestamps, dates, ISO strings and epoch seconds. Missing or unreadable values become the epoch (spec
 * §3).
 */
export function normalizeTimestamp(value: StoredTimestamp): Date {
  if (value == null) return new Date(0)
  if (value instanceof Date) return validOrEpoch(value.getTime())
  if (typeof value === 'number') return validOrEpoch(value * 1000)
  if (typeof value === 'string') return validOrEpoch(Date.parse(value))
  return validOrEpoch(value.seconds * 1000 + (value.nanoseconds ?? 0) / 1_000_000)
}

/** Returns monthly revenue / active count, rounded (spec §9). */
export function averageSubscriptionValue(monthlyMinor: number, activeCount: number): number {
  return activeCount === 0 ? 0 : Math.round(monthlyMinor / activeCount)
}

/**
 * Returns one total per currency, usd first, then by code. Currencies are never added together.
 * @throws RangeError if a total exceeds 2^53, because a wrong sum is worse than none
 */
export function sumByCurrency(amounts: Iterable<Money>): Money[] {
  const totals = new Map<string, number>()
  for (const { amountMinor, currency } of amounts) {
    const total = (totals.get(currency) ?? 0) + amountMinor
    if (!Number.isSafeInteger(total)) throw new RangeError(`The total in ${currency} is too large to be exact`)
    totals.set(currency, total)
  }
  return [...totals]
    .map(([currency, amountMinor]) => ({ amountMinor, currency }))
    .sort(
      (one, other) =>
        currencyRank(one.currency) - currencyRank(other.currency) || (one.currency < other.currency ? -1 : 1),
    )
}

const currencyRank = (currency: string) => (currency === subscriptionDefaults.currency ? 0 : 1)

export type OverallStatistics = {
  activeCount: number
  /** Active subscriptions only. */
  totalRevenue: Money[]
  averageRevenue: Money[]
  churnRate: number
  trialCount: number
  pastDueCount: number
}

export type GrowthPoint = { date: string; count: number }

/** Returns 31 cumulative points: active subscriptions that were created up to the end of each day (G28). */
export function growthPoints(createdOfActive: readonly Date[], now: Date, zone: string): GrowthPoint[] {
  // Compare day keys, not durations, because a zone may skip a whole day.
  const createdOn = createdOfActive.map((at) => dayKeyIn(zone, at))
  return dayKeysUpTo(now, zone, subscriptionLimits.growthPoints).map((date) => ({
    date,
    count: createdOn.filter((day) => day <= date).length,
  }))
}

/** Returns the last `count` calendar days of the zone, oldest first, including today. */
export function dayKeysUpTo(now: Date, zone: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => dayKeyIn(zone, shiftDaysIn(zone, now, index - count + 1)))
}

/** Returns the level at the end of each day (oldest first): level(d) = now − Σ entries after d. */
export function levelsFromEntries(
  levelNow: number,
  days: readonly string[],
  entries: ReadonlyMap<string, number>,
): number[] {
  let level = levelNow
  return [...days]
    .reverse()
    .map((day) => {
      const atEndOfDay = level
      level -= entries.get(day) ?? 0
      return atEndOfDay
    })
    .reverse()
}

/**
 * Returns "Ana P.": enough to recognise a regular, not to identify a person. Returns null for names that contain an
 * email.
 */
export function maskName(displayName: string | null): string | null {
  const names = (displayName ?? '').split(/\s+/u).filter(Boolean)
  const [first] = names
  if (first === undefined || names.some((word) => word.includes('@'))) return null
  const last = names.length > 1 ? [...(names.at(-1) ?? '')][0] : undefined
  return last === undefined ? first : `${first} ${last.toLocaleUpperCase('en-US')}.`
}

/**
 * Returns the start of masked names that a query looks for. Null for a query that is too short: one letter of a script
 * with few letters.
 */
export function maskedQuery(typed: string): string | null {
  const masked = maskName(typed)
  return masked !== null && /^(?:..|[^\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{N}\p{P}])/u.test(searchText(masked))
    ? masked
    : null
}

const isInterval = (value: string): value is BillingInterval => billingIntervals.some((interval) => interval === value)
const knownInterval = (value: string | null | undefined) => (value != null && isInterval(value) ? value : undefined)
const finite = (value: number | null | undefined) => (value != null && Number.isFinite(value) ? value : undefined)
const positive = (value: number | null | undefined) =>
  value != null && Number.isFinite(value) && value >= 1 ? Math.floor(value) : undefined
const validOrEpoch = (time: number) => {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? new Date(0) : date
}

export type RecentSubscription = {
  id: string
  merchantId: string
  merchantName: string | null
  planName: string | null
  userId: string | null
  status: string
  /** Price per billing interval. */
  price: Price
  monthlyMinor: number
  currency: string
  createdAt: Date
  updatedAt: Date
  /** True for the user's oldest subscription. */
  isFirstOfUser: boolean
}
