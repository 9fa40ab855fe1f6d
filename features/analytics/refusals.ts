import type { Refusals } from '@quaff/platform/shared/refusal'
import { analyticsLimits } from './range-contract'

export const rangeRefusals = {
  RANGE_BACKWARDS: { code: 'BAD_REQUEST', text: 'The end date is before the start date.' },
  RANGE_IN_FUTURE: { code: 'BAD_REQUEST', text: 'The range begins after today.' },
  RANGE_TOO_LONG: { code: 'BAD_REQUEST', text: 'A range can have up to ten years.' },
  RANGE_TOO_EARLY: { code: 'BAD_REQUEST', text: `The range begins before ${analyticsLimits.earliestDay}.` },
} as const satisfies Refusals

export const analyticsRefusals = {
  PLAN: { code: 'NOT_FOUND', text: 'Plan not found for this merchant.' },
  PART_TOO_LONG: { code: 'BAD_REQUEST', text: `Request up to ${analyticsLimits.partDays} days at a time.` },
} as const satisfies Refusals
