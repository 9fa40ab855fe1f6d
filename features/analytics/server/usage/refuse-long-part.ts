import { Refusal } from '@quaff/platform/shared/refusal'
import { analyticsLimits } from '../../range/contract'
import type { DayRange } from '../../range/rules'
import { isOnePart } from '../../usage/rules'

/** What reads redemptions one by one answers for so many days only; who asks for more adds parts up. */
export function refuseLongPart(days: DayRange): void {
  if (isOnePart(days)) return
  throw new Refusal('BAD_REQUEST', 'PART_TOO_LONG', `Ask for at most ${analyticsLimits.partDays} days at a time.`)
}
