import type { Refusals } from '@quaff/platform/shared/refusal'
import { analyticsLimits } from './range/contract'

export const rangeRefusals = {
  RANGE_BACKWARDS: { code: 'BAD_REQUEST', text: 'The end date is before the start date.' },
  RANGE_IN_FUTURE: { code: 'BAD_REQUEST', text: 'The range begins after today.' },
  RANGE_TOO_LONG: { code: 'BAD_REQUEST', text: 'A range has ten years at most.' },
  RANGE_TOO_EARLY: { code: 'BAD_REQUEST', text: `The range begins before ${analyticsLimits.earliestDay}.` },
} as const satisfies Refusals

export const analyticsRefusals = {
  PLAN: { code: 'NOT_FOUND', text: 'This plan does not exist or is not of this merchant.' },
  PART_TOO_LONG: { code: 'BAD_REQUEST', text: `Ask for at most ${analyticsLimits.partDays} days at a time.` },
} as const satisfies Refusals
