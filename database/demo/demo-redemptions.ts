import type { Week } from '@quaff/features/locations/contract'
import { minutesOf, readHours } from '@quaff/features/locations/hours-rules'
import { weekdayOf } from '@quaff/features/locations/opening-rules'
import type { RedemptionWrite } from '@quaff/features/redemptions/server'
import { resolvePrice } from '@quaff/features/subscriptions/rules'
import { dayKeyIn, shiftDaysIn, type Weekday } from '@quaff/platform/server'
import { type Chance, demoId } from './chance'
import type { DemoLocation } from './demo-locations'
import type { DemoMerchant } from './demo-merchants'
import type { DemoSubscription, DemoSubscriptions } from './demo-subscriptions'

const days = 90
const hourMs = 3_600_000
/** Redemptions per subscriber and day. */
const appetite = 0.2
/** A day pass is used more often. */
const dayPassWeight = 6
/**
 * Weight of each hour of the day: most merchants open at six, with a morning rush, a noon peak and a few redemptions at
 * night.
 */
const rhythm = [0.4, 0.3, 0.2, 0.2, 0.5, 1.5, 4, 8, 11, 9, 6, 5, 9, 8, 5, 4, 4, 3, 2, 1.5, 1, 0.8, 0.6, 0.5]
/** Share of redemptions while the location is closed, because of late scans or outdated hours. */
const strayShare = 0.02

type World = {
  merchants: readonly DemoMerchant[]
  locations: readonly DemoLocation[]
  subscriptions: DemoSubscriptions
}

/** Yields redemptions day by day up to now, so that the caller can write them in batches. */
export function* planRedemptions(chance: Chance, now: Date, zone: string, world: World): Generator<RedemptionWrite[]> {
  const venues = world.merchants.flatMap((merchant) => venueOf(merchant, world, zone))
  let number = 0
  for (let daysAgo = days; daysAgo >= 0; daysAgo--) {
    yield venues.flatMap((venue) => {
      const start = shiftDaysIn(venue.zone, now, -daysAgo)
      const day = dayOf(venue.zone, start)
      const length = shiftDaysIn(venue.zone, now, 1 - daysAgo).getTime() - start.getTime()
      const wish = venue.subscriptions.length * appetite * (0.8 + chance.next() * 0.4) * growth(daysAgo)
      const times = Array.from({ length: Math.round(wish) }, () => timeOfDay(chance, start, length))
      return times.filter((at) => at <= now).flatMap((at) => redeem(venue, at, day))
    })
  }

  function redeem(venue: Venue, at: Date, day: Day): RedemptionWrite[] {
    const subscription = venue.subscriptions[Math.floor(chance.next() * venue.subscriptions.length)]
    const hasEnded = (venue.endOf.get(subscription?.id ?? '') ?? now) < at
    if (!subscription || subscription.createdAt > at || hasEnded) return []
    const isStray = chance.next() < strayShare
    const open = isStray ? venue.locations : venue.locations.filter(({ week }) => isOpen(week, day, at))
    const location = open[Math.floor(chance.next() ** 1.4 * open.length)]
    if (!location && venue.locations.length > 0) return []
    number++
    return [
      {
        id: demoId('red', number),
        merchantId: venue.merchantId,
        locationId: location?.id ?? null,
        planId: subscription.planId,
        userId: subscription.userId,
        subscriptionId: subscription.id,
        redeemedAt: at,
        method: number % 17 === 0 ? 'manual' : 'barcode',
        status: number % 120 === 0 ? 'voided' : 'completed',
      },
    ]
  }
}

type Day = { start: Date; weekday: Weekday }
const dayOf = (zone: string, start: Date): Day => ({ start, weekday: weekdayOf(dayKeyIn(zone, start)) })

type Venue = {
  merchantId: string
  zone: string
  subscriptions: DemoSubscription[]
  endOf: Map<string, Date>
  locations: { id: string; week: Week | null }[]
}

function venueOf(merchant: DemoMerchant, { locations, subscriptions }: World, platformZone: string): Venue[] {
  if (!merchant.sells || !merchant.isLive) return []
  const own = subscriptions.begun.filter(({ merchantId }) => merchantId === merchant.id)
  const ended = subscriptions.changed.filter(({ status }) => status === 'canceled')
  return [
    {
      merchantId: merchant.id,
      zone: merchant.timeZone ?? platformZone,
      subscriptions: own.flatMap((one) =>
        Array.from({ length: resolvePrice(one).interval === 'day' ? dayPassWeight : 1 }, () => one),
      ),
      endOf: new Map(ended.map(({ id, updatedAt }) => [id, updatedAt])),
      locations: locations
        .filter(({ merchantId }) => merchantId === merchant.id)
        .map(({ id, fields }) => ({ id, week: readHours(fields?.['hours']).week })),
    },
  ]
}

/** Demo locations use their merchant's zone. Locations without readable hours count as open. */
function isOpen(week: Week | null, { start, weekday }: Day, at: Date) {
  if (!week) return true
  const minute = (at.getTime() - start.getTime()) / 60_000
  return (week[weekday] ?? []).some(({ open, close }) => minutesOf(open) <= minute && minute < minutesOf(close))
}

const growth = (daysAgo: number) => 1.15 - daysAgo / 400

function timeOfDay(chance: Chance, start: Date, lengthMs: number) {
  const at = chance.weighted(rhythm) * hourMs + Math.floor(chance.next() * hourMs)
  return new Date(start.getTime() + Math.min(at, lengthMs - 1))
}
