import { isDeepStrictEqual } from 'node:util'
import type { CounterImage } from '../../server/counter-deltas'
import type { SubscriptionRow } from '../../server/subscription-store'

/** One row as it was, locked, and as it is written now; null before for a new one. */
export type SubscriptionChange = { before: SubscriptionRow | null; after: SubscriptionRow }

export const isSameRow = (one: SubscriptionRow, other: SubscriptionRow): boolean => isDeepStrictEqual(one, other)

export function imageOf(row: SubscriptionRow): CounterImage {
  const { merchantId, planId, status, billingCurrency: currency, monthlyMinor, createdAt, updatedAt } = row
  return { merchantId, planId, status, currency, monthlyMinor, createdAt, updatedAt }
}

/** Merchants that may have lost their newest subscription, in the order of their ids. */
export function merchantsThatLost(changes: readonly SubscriptionChange[]): string[] {
  const lost = changes.flatMap(({ before, after }) => {
    if (!before || (before.merchantId === after.merchantId && before.createdAt <= after.createdAt)) return []
    return [before.merchantId]
  })
  return [...new Set(lost)].sort()
}
