import { withoutControls } from '@quaff/platform/shared/readable-text'
import { webhookLimits, type DeliveryErrorCode, type DeliveryStatus, type EndpointState } from './contract'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Pauses between attempts, about 28 hours in total. */
export const pausesMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
] as const
/** Adds up to a tenth, so that deliveries that failed together do not return together. */
const jitter = 0.1

export const longestPauseMs = Math.max(...pausesMs) * (1 + jitter)

export type Attempted = { status: DeliveryStatus; nextAttemptAt: Date | null }

/** The state after attempt number `attempts`. `chance` is from 0 to 1. */
export function afterAttempt(
  { attempts, isTaken }: { attempts: number; isTaken: boolean },
  now: Date,
  chance: number,
): Attempted {
  if (isTaken) return { status: 'delivered', nextAttemptAt: null }
  const pause = pausesMs[attempts - 1]
  if (pause === undefined) return { status: 'failed', nextAttemptAt: null }
  return { status: 'waiting', nextAttemptAt: new Date(now.getTime() + Math.round(pause * (1 + jitter * chance))) }
}

type Answer = { status: number | null; fault: DeliveryErrorCode | null }
export const isTaken = ({ status, fault }: Answer) => fault === null && status !== null && status >= 200 && status < 300
export const isGone = ({ status }: Answer) => status === 410

const patienceMs = 5 * dayMs
export const hasFailedTooLong = (failingSince: Date, now: Date) => now.getTime() - failingSince.getTime() >= patienceMs

export function endpointState({
  isEnabled,
  failingSince,
}: {
  isEnabled: boolean
  failingSince: Date | null
}): EndpointState {
  if (!isEnabled) return 'disabled'
  return failingSince ? 'failing' : 'delivering'
}

const longestOverlapMs = 31 * dayMs
export const isOverlap = (until: Date, now: Date) => until > now && until.getTime() - now.getTime() <= longestOverlapMs

/** The start of a response, safe to store and show. */
export const keptAnswer = (text: string) => withoutControls(text).slice(0, webhookLimits.answerLength)

export type EventDetails = { eventType: string; occurredAt: Date; subjectId: string; merchantId: string | null }

/** Deterministic, so that the console shows exactly what was signed. */
export const bodyOf = ({ eventType, occurredAt, subjectId, merchantId }: EventDetails) =>
  JSON.stringify({ type: eventType, timestamp: occurredAt.toISOString(), data: { id: subjectId, merchantId } })

export const endpointPath = (endpointId: string) => `${endpointsPath}&id=${encodeURIComponent(endpointId)}`
export const endpointsPath = '/settings?tab=webhooks'

export const testType = 'test'
