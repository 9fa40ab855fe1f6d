import { shiftDaysIn } from '@quaff/platform/shared/calendar'

/** Calendar days of the churn window, including today (spec §9). */
export const churnWindowDays = 30

/** Returns true if the subscription is canceled and was updated in the last 30 days (spec §4). */
export function isChurned(subscription: { status: string; updatedAt: Date }, zone: string, now: Date): boolean {
  return isCanceledSince(subscription, churnWindowStart(zone, now))
}

/** Returns the start of the window of 30 calendar days of the zone, including today (spec §9, decision 0094). */
export const churnWindowStart = (zone: string, now: Date) => shiftDaysIn(zone, now, 1 - churnWindowDays)

/** Replaces the churn filter by its current start date. */
export function withChurnWindow<T extends { churned?: true | undefined; canceledFrom?: Date | undefined }>(
  { churned, ...filter }: T,
  { clock, settings }: { clock: { now: () => Date }; settings: { timeZone: string } },
): Omit<T, 'churned'> {
  return churned ? { ...filter, canceledFrom: churnWindowStart(settings.timeZone, clock.now()) } : filter
}

const isCanceledSince = ({ status, updatedAt }: { status: string; updatedAt: Date }, since: Date) =>
  status === 'canceled' && updatedAt >= since

/** Returns canceled in the window / (active + canceled in the window) × 100, or 0 if both are 0 (spec §9). */
export function churnRatePercent(active: number, churned: number): number {
  return active + churned === 0 ? 0 : (churned / (active + churned)) * 100
}
