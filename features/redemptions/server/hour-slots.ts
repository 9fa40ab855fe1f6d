import { startOfHourIn } from '@quaff/platform/shared/calendar'
import { hasSameHours } from '@quaff/platform/shared/time-windows'

/** Offsets of zones are multiples of it, so that quarters of an hour refine the hours of any zone. */
const quarterMs = 900_000

/**
 * Start of the counter slot that `at` lies in: the platform's hour where the merchant's hours begin with it, else a quarter
 * of an hour. Hours of both zones are whole slots.
 */
export function slotOf(at: Date, platformZone: string, merchantZone: string | null): Date {
  if (merchantZone === null || hasSameHours(platformZone, merchantZone)) return startOfHourIn(platformZone, at)
  return new Date(Math.floor(at.getTime() / quarterMs) * quarterMs)
}
