import { countCompleted, findFirstHour } from '@quaff/features/redemptions/server'
import { findFirstDay } from '@quaff/features/subscriptions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import type { Overview } from '../overview/contract'
import { nothingLate, type LateSum } from '../overview/rules'
import type { RangeWindow } from '../range/contract'
import type { OpenedRange } from './open-range'
import { findFirstOfPlan, sumRedemptionSlots, sumRows } from './overview-store'

/** Since when there is a record of what is asked for. Of a plan, nothing can be older than its first subscription. */
export async function readRecord(
  db: Queryable,
  { scope, planId, timeZone }: Pick<OpenedRange, 'scope' | 'planId' | 'timeZone'>,
): Promise<Overview['recordedSince']> {
  if (planId !== undefined) {
    const [redemptions, first] = await Promise.all([findFirstHour(db, scope), findFirstOfPlan(db, scope, planId)])
    return { subscriptions: first, redemptions: first && redemptions && first > redemptions ? first : redemptions }
  }
  const [redemptions, day] = await Promise.all([findFirstHour(db, scope), findFirstDay(db, scope)])
  return { subscriptions: day === null ? null : startOfDayKeyIn(timeZone, day), redemptions }
}

/** Completed ones of as much of the window before. */
export async function countDrinksBefore(
  db: Queryable,
  { scope, planId, timeZone }: OpenedRange,
  before: RangeWindow,
): Promise<number> {
  if (planId === undefined) return countCompleted(db, scope, before, timeZone)
  const slots = await sumRedemptionSlots(db, scope, planId, [before.from, before.to])
  return slots.reduce((sum, { count }) => sum + count, 0)
}

/** What whole days of the window before count too much while the range runs. */
export async function sumLate(
  db: Queryable,
  { scope, planId, window }: OpenedRange,
  before: RangeWindow,
): Promise<LateSum> {
  return before.to < window.from ? sumRows(db, scope, planId, { from: before.to, to: window.from }) : nothingLate
}
