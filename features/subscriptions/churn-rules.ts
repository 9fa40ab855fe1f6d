import { shiftDaysIn } from '@quaff/platform/shared/calendar'
import { subscriptionLimits } from './contract'

/** Spec §4: canceled, and updated in the last 30 days. */
export function isChurned(subscription: { status: string; updatedAt: Date }, zone: string, now: Date): boolean {
  return isCanceledSince(subscription, churnWindowStart(zone, now))
}

/** Spec §9: 30 calendar days of the zone including today (decision 0097). */
export const churnWindowStart = (zone: string, now: Date) =>
  shiftDaysIn(zone, now, 1 - subscriptionLimits.churnWindowDays)

/** A filter for the churn, as the dates that it means now. */
export function withChurnWindow<T extends { churned?: true | undefined; canceledFrom?: Date | undefined }>(
  { churned, ...filter }: T,
  { clock, settings }: { clock: { now: () => Date }; settings: { timeZone: string } },
): Omit<T, 'churned'> {
  return churned ? { ...filter, canceledFrom: churnWindowStart(settings.timeZone, clock.now()) } : filter
}

const isCanceledSince = ({ status, updatedAt }: { status: string; updatedAt: Date }, since: Date) =>
  status === 'canceled' && updatedAt >= since

/** Spec §9: canceled in the window / (active + those canceled) × 100; 0 where nobody could leave. */
export function churnRatePercent(active: number, churned: number): number {
  return active + churned === 0 ? 0 : (churned / (active + churned)) * 100
}
