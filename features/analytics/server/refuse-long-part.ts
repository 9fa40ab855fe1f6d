import { refuse } from '@quaff/platform/shared/refusal'
import type { DayRange } from '../range/rules'
import { analyticsRefusals } from '../refusals'
import { isOnePart } from '../usage/rules'

/** What reads redemptions one by one answers for so many days only; who asks for more adds parts up. */
export function refuseLongPart(days: DayRange): void {
  if (!isOnePart(days)) throw refuse(analyticsRefusals, 'PART_TOO_LONG')
}
