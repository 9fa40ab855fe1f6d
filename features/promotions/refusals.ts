import type { Refusals } from '@quaff/platform/shared/refusal'
import { promotionLimits } from './contract'

const most = promotionLimits.maxCount.toLocaleString('en-US')
const dates = 'The end date is before the start date. Choose a later date.'
const limits = 'The per-customer limit can’t exceed the total.'
const noDetails = 'A disabled promotion has no details. Leave them out.'
const foreignPlan = 'One of these plans isn’t this merchant’s. Choose the plans again.'
const undoOver =
  'You can only undo your own change within 10 seconds. Enable the promotion again and enter its details.'
const locked = (state: string) => `This merchant ${state}. Restore it before enabling promotions.`

export const promotionRefusals = {
  FIELD: { code: 'BAD_REQUEST', text: (title: string, field: string) => `${title} doesn’t support ${field}.` },
  DATES: { code: 'BAD_REQUEST', text: dates },
  COUNT: { code: 'BAD_REQUEST', text: `Enter a whole number from 1 to ${most}, or leave it empty.` },
  LIMITS: { code: 'BAD_REQUEST', text: limits },
  METADATA: { code: 'BAD_REQUEST', text: noDetails, field: 'metadata' },
  PLAN: { code: 'NOT_FOUND', text: foreignPlan, field: 'metadata.planIds' },
  MERCHANT_STATE: { code: 'CONFLICT', text: locked },
  UNDO_OVER: { code: 'CONFLICT', text: undoOver },
  // Spec §8, to the letter.
  PROMOTION_MISSING: { code: 'SERVICE_UNAVAILABLE', text: 'Promotion document missing after update' },
} as const satisfies Refusals
