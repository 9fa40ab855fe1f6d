import type { SubscriptionEventKind } from './contract'
import type { PriceSource } from './rules'

type KnownDetails = { status: string; endsAt: Date | null; createdAt: Date; updatedAt: Date }
export type KnownEvent = { id: string; kind: SubscriptionEventKind; at: Date; details: Record<string, never> }

/** Derives a history, newest first, for a subscription without recorded events. */
export function historyFromDetails({ status, endsAt, createdAt, updatedAt }: KnownDetails): KnownEvent[] {
  const started: KnownEvent = { id: 'started', kind: 'started', at: createdAt, details: {} }
  if (status === 'canceled') return [{ id: 'canceled', kind: 'canceled', at: updatedAt, details: {} }, started]
  if (endsAt) return [{ id: 'cancel_scheduled', kind: 'cancel_scheduled', at: updatedAt, details: {} }, started]
  return [started]
}

/** Returns true if an amount is recorded. Otherwise 0 is only a default. */
export function isPriced({ amountMinor, priceDetails }: PriceSource): boolean {
  return Number.isFinite(amountMinor ?? priceDetails?.amount ?? Number.NaN)
}
