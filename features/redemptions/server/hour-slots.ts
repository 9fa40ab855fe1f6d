import { hasSameHours, startOfHourIn } from '@quaff/platform/server'

/** All zone offsets are multiples of it, so quarters of an hour refine the hours of any zone. */
const quarterMs = 900_000

/**
 * Returns the start of the counter slot of `at`: the platform's hour if the merchant's hours align with it, else a
 * quarter of an hour. Hours of both zones are whole slots.
 */
export function slotOf(at: Date, platformZone: string, merchantZone: string | null): Date {
  if (merchantZone === null || hasSameHours(platformZone, merchantZone)) return startOfHourIn(platformZone, at)
  return new Date(Math.floor(at.getTime() / quarterMs) * quarterMs)
}
