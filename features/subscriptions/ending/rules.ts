import type { ReasonIn, Verdict } from '@quaff/platform/shared/refusal'
import type { endingRefusals } from '../refusals'
import type { EndingTime } from './contract'

export type EndingFacts = { status: string; cancelAtPeriodEnd: boolean; updatedAt: Date; currentPeriodEnd: Date }
export type EndingRefusal = ReasonIn<typeof endingRefusals> | 'STALE_VERSION'

/** What has happened already is told before a change by somebody else is: it says what to do now. */
export function decideCancellation(
  facts: EndingFacts,
  { when, expectedUpdatedAt }: { when: EndingTime; expectedUpdatedAt: Date },
  now: Date,
): Verdict<EndingRefusal> {
  if (facts.status === 'canceled') return { ok: false, reason: 'ALREADY_CANCELED' }
  if (when === 'period_end' && facts.cancelAtPeriodEnd) return { ok: false, reason: 'ALREADY_SCHEDULED' }
  if (facts.updatedAt.getTime() !== expectedUpdatedAt.getTime()) return { ok: false, reason: 'STALE_VERSION' }
  if (when === 'period_end' && facts.currentPeriodEnd <= now) return { ok: false, reason: 'NO_RUNNING_PERIOD' }
  return { ok: true }
}

export function decideKeeping(
  facts: EndingFacts,
  { expectedUpdatedAt }: { expectedUpdatedAt?: Date },
  now: Date,
): Verdict<EndingRefusal> {
  if (facts.status === 'canceled') return { ok: false, reason: 'ALREADY_CANCELED' }
  if (!facts.cancelAtPeriodEnd) return { ok: false, reason: 'NOT_SCHEDULED' }
  if (expectedUpdatedAt && facts.updatedAt.getTime() !== expectedUpdatedAt.getTime())
    return { ok: false, reason: 'STALE_VERSION' }
  if (facts.currentPeriodEnd <= now) return { ok: false, reason: 'PERIOD_IS_OVER' }
  return { ok: true }
}

/** The time of a change: never the one before, which is what tells two versions apart. */
export const changedAt = (before: Date, now: Date): Date =>
  before.getTime() === now.getTime() ? new Date(now.getTime() + 1) : now
