import type { ReasonIn, Verdict } from '@quaff/platform/shared/refusal'
import type { EndingTime } from './ending-contract'
import type { endingRefusals } from './refusals'

/** Scheduled end of a running subscription. It renews if both fields are unset. */
export type Schedule = { cancelAtPeriodEnd: boolean; cancelAt: Date | null }
type ScheduleDetails = Schedule & { status: string; currentPeriodEnd: Date }

/**
 * Returns the one stored form: the earlier of the two ends. An end equal to the period end becomes `cancelAtPeriodEnd`.
 */
export function scheduleOf({ status, cancelAtPeriodEnd, cancelAt, currentPeriodEnd }: ScheduleDetails): Schedule {
  if (status === 'canceled') return { cancelAtPeriodEnd: false, cancelAt: null }
  const isPeriodKnown = currentPeriodEnd.getTime() !== 0
  const isPeriodEnd = isPeriodKnown && (cancelAtPeriodEnd || cancelAt?.getTime() === currentPeriodEnd.getTime())
  if (cancelAt && !(isPeriodEnd && cancelAt >= currentPeriodEnd)) return { cancelAtPeriodEnd: false, cancelAt }
  return { cancelAtPeriodEnd: isPeriodEnd, cancelAt: null }
}

export function scheduledEndOf({
  status,
  cancelAtPeriodEnd,
  cancelAt,
  currentPeriodEnd,
}: ScheduleDetails): Date | null {
  if (status === 'canceled') return null
  return cancelAtPeriodEnd ? currentPeriodEnd : cancelAt
}

/**
 * Returns the effective time of the end. An end scheduled by the provider keeps its scheduled time even if the job
 * runs late.
 */
export function endedAt(details: ScheduleDetails & { canceledBy: string | null; updatedAt: Date }, now: Date): Date {
  const end = scheduledEndOf(details)
  if (details.canceledBy !== null || end === null) return now
  return end > details.updatedAt ? end : details.updatedAt
}

export type EndingDetails = ScheduleDetails & { canceledBy: string | null; updatedAt: Date }
export type EndingRefusal = ReasonIn<typeof endingRefusals> | 'STALE_VERSION'

/** Refuses an existing cancellation before a stale version, because that reason is more useful to the caller. */
export function decideCancellation(
  details: EndingDetails,
  { when, expectedUpdatedAt }: { when: EndingTime; expectedUpdatedAt: Date },
  now: Date,
): Verdict<EndingRefusal> {
  if (details.status === 'canceled') return { ok: false, reason: 'ALREADY_CANCELED' }
  if (when === 'period_end' && isDueWithPeriod(details)) return { ok: false, reason: 'ALREADY_SCHEDULED' }
  if (details.updatedAt.getTime() !== expectedUpdatedAt.getTime()) return { ok: false, reason: 'STALE_VERSION' }
  if (when === 'period_end' && details.currentPeriodEnd <= now) return { ok: false, reason: 'NO_RUNNING_PERIOD' }
  return { ok: true }
}

export function decideKeeping(
  details: EndingDetails,
  { expectedUpdatedAt }: { expectedUpdatedAt?: Date },
  now: Date,
): Verdict<EndingRefusal> {
  if (details.status === 'canceled') return { ok: false, reason: 'ALREADY_CANCELED' }
  const end = scheduledEndOf(details)
  if (end === null) return { ok: false, reason: 'NOT_SCHEDULED' }
  if (details.canceledBy === null) return { ok: false, reason: 'SCHEDULED_ELSEWHERE' }
  if (expectedUpdatedAt && details.updatedAt.getTime() !== expectedUpdatedAt.getTime())
    return { ok: false, reason: 'STALE_VERSION' }
  if (end <= now) return { ok: false, reason: 'PERIOD_IS_OVER' }
  return { ok: true }
}

function isDueWithPeriod(details: EndingDetails) {
  const end = scheduledEndOf(details)
  return end !== null && end <= details.currentPeriodEnd
}

/** Returns a time other than `before`, because `updatedAt` distinguishes versions. */
export const changedAt = (before: Date, now: Date): Date =>
  before.getTime() === now.getTime() ? new Date(now.getTime() + 1) : now
