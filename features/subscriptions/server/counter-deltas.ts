import { dayKeyIn, entryOf, isSameZone } from '@quaff/platform/server'
import type { Entry } from '../entries-rules'

/** The fields of a subscription that the counters depend on. */
export type CounterImage = {
  merchantId: string
  planId: string | null
  status: string
  currency: string
  monthlyMinor: number
  createdAt: Date
  updatedAt: Date
}
/** `before` is null for a new subscription, `after` for a removed one. A removal also reverts `past`, if known. */
export type CounterChange = { before: CounterImage | null; after: CounterImage | null; past?: readonly Entry[] | null }

export type TotalDelta = { merchantId: string; status: string; currency: string; count: number; monthlyMinor: number }
/** `planId` is empty for subscriptions without a plan. */
export type PlanDelta = TotalDelta & { planId: string }
export type DayDelta = {
  day: string
  merchantId: string
  status: string
  currency: string
  createdCount: number
  updatedCount: number
  enteredCount: number
  enteredMonthlyMinor: number
}
type MerchantDelta = { merchantId: string; totalSubscribers: number; activeSubscribers: number; newestAt: Date }
export type CounterDeltas = {
  totals: TotalDelta[]
  plans: PlanDelta[]
  days: DayDelta[]
  /** Days in the merchant's zone, for merchants whose zone differs from the platform's. */
  localDays: DayDelta[]
  merchants: MerchantDelta[]
}

const subscriberStatuses: readonly string[] = ['active', 'trialing', 'past_due']

/** Returns signed changes of every counter row, in key order so that parallel writers lock rows in the same order. */
export function counterDeltas(
  changes: readonly CounterChange[],
  zone: string,
  ownZones: ReadonlyMap<string, string> = new Map(),
): CounterDeltas {
  const totals = new Map<string, TotalDelta>()
  const plans = new Map<string, PlanDelta>()
  const days = new Map<string, DayDelta>()
  const localDays = new Map<string, DayDelta>()
  const merchants = new Map<string, MerchantDelta>()
  for (const { before, after, past } of changes) {
    if (before) take(before, -1)
    if (after) take(after, 1)
    if (before && !after && past) leave(before, past)
    else if (before) enter(after ? enteredAt(before, after) : enteredAt(null, before), before, -1)
    if (after) enter(enteredAt(before, after), after, 1)
  }
  return {
    totals: inKeyOrder(totals).filter(movesLevel),
    plans: inKeyOrder(plans).filter(movesLevel),
    days: inKeyOrder(days).filter(movesDay),
    localDays: inKeyOrder(localDays).filter(movesDay),
    merchants: inKeyOrder(merchants),
  }

  function take(image: CounterImage, sign: 1 | -1): void {
    for (const total of [totalRow(image), planRow(image)]) {
      total.count += sign
      total.monthlyMinor += sign * image.monthlyMinor
    }
    for (const row of dayRows(image.createdAt, image)) row.createdCount += sign
    for (const row of dayRows(image.updatedAt, image)) row.updatedCount += sign
    const merchant = merchantRow(image)
    if (subscriberStatuses.includes(image.status)) merchant.totalSubscribers += sign
    if (image.status === 'active') merchant.activeSubscribers += sign
    if (sign === 1 && image.createdAt > merchant.newestAt) merchant.newestAt = image.createdAt
  }

  function enter(
    at: Date,
    image: Pick<CounterImage, 'merchantId' | 'status' | 'currency' | 'monthlyMinor'>,
    sign: 1 | -1,
  ) {
    for (const entry of dayRows(at, image)) {
      entry.enteredCount += sign
      entry.enteredMonthlyMinor += sign * image.monthlyMinor
    }
  }

  /** Reverts every past entry on its own day. */
  function leave({ merchantId }: CounterImage, past: readonly Entry[]): void {
    for (const { at, sign, ...state } of past) enter(at, { merchantId, ...state }, sign === 1 ? -1 : 1)
  }

  function totalRow({ merchantId, status, currency }: CounterImage): TotalDelta {
    const key = keyOf(merchantId, status, currency)
    return entryOf(totals, key, () => ({ merchantId, status, currency, count: 0, monthlyMinor: 0 }))
  }

  function planRow({ merchantId, planId: plan, status, currency }: CounterImage): PlanDelta {
    const planId = plan ?? ''
    const key = keyOf(merchantId, planId, status, currency)
    return entryOf(plans, key, () => ({ merchantId, planId, status, currency, count: 0, monthlyMinor: 0 }))
  }

  function dayRows(
    at: Date,
    { merchantId, status, currency }: Pick<CounterImage, 'merchantId' | 'status' | 'currency'>,
  ): DayDelta[] {
    const cell = { merchantId, status, currency }
    const ownZone = ownZones.get(merchantId)
    const platformDay = dayCell(days, { ...cell, day: dayKeyIn(zone, at) })
    if (ownZone === undefined || isSameZone(ownZone, zone)) return [platformDay]
    return [platformDay, dayCell(localDays, { ...cell, day: dayKeyIn(ownZone, at) })]
  }

  function merchantRow({ merchantId }: CounterImage): MerchantDelta {
    return entryOf(merchants, merchantId, () => ({
      merchantId,
      totalSubscribers: 0,
      activeSubscribers: 0,
      newestAt: new Date(0),
    }))
  }
}

/** Returns the deltas that move entries from the days of one zone to those of another. */
export function dayMoves(
  moved: readonly { merchantId: string; entries: readonly Entry[] }[],
  from: string,
  to: string,
): DayDelta[] {
  const days = new Map<string, DayDelta>()
  for (const { merchantId, entries } of moved)
    for (const { at, sign, status, currency, monthlyMinor } of entries)
      for (const [zone, step] of [
        [from, -sign],
        [to, sign],
      ] as const) {
        const cell = dayCell(days, { day: dayKeyIn(zone, at), merchantId, status, currency })
        cell.enteredCount += step
        cell.enteredMonthlyMinor += step * monthlyMinor
      }
  return inKeyOrder(days).filter(movesDay)
}

/**
 * Returns when a subscription entered its current state: the time of the change. A new one counts from its start, or
 * from its end if it was already canceled.
 */
function enteredAt(before: CounterImage | null, after: CounterImage) {
  const startsNow = before === null && after.status !== 'canceled'
  return startsNow ? after.createdAt : after.updatedAt
}

const movesLevel = ({ count, monthlyMinor }: TotalDelta) => count !== 0 || monthlyMinor !== 0

function movesDay(row: DayDelta) {
  return [row.createdCount, row.updatedCount, row.enteredCount, row.enteredMonthlyMinor].some((value) => value !== 0)
}

const keyOf = (...parts: string[]) => parts.join('\u0000')

function dayCell(
  days: Map<string, DayDelta>,
  key: Pick<DayDelta, 'day' | 'merchantId' | 'status' | 'currency'>,
): DayDelta {
  return entryOf(days, keyOf(key.day, key.merchantId, key.status, key.currency), () => ({
    ...key,
    createdCount: 0,
    updatedCount: 0,
    enteredCount: 0,
    enteredMonthlyMinor: 0,
  }))
}

function inKeyOrder<T>(rows: Map<string, T>) {
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}
