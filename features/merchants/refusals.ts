import type { Refusals } from '@quaff/platform/shared/refusal'
import { missingText } from './completeness/rules'

const notInReview = 'This merchant does not wait for review. Somebody may have answered it already.'
const awaitsApproval = 'This merchant waits for approval. Approve it, request changes or decline it.'
const inUse = 'This merchant has subscriptions, redemptions or payouts, so it cannot be deleted. Archive it instead.'

export const merchantRefusals = {
  // Spec §8: the text for whoever approves without being signed in.
  SIGNED_OUT: { code: 'UNAUTHORIZED', text: 'Not authenticated' },
  NAME: { code: 'BAD_REQUEST', text: 'Enter a name', field: 'name' },
  ZONE: { code: 'BAD_REQUEST', text: 'Choose a time zone like Europe/Berlin', field: 'timeZone' },
  NO_REASON: { code: 'BAD_REQUEST', text: 'Enter a reason.', field: 'reason' },
  NOTHING_REQUESTED: { code: 'BAD_REQUEST', text: 'Choose what to change, or write a note.', field: 'note' },
  MISSING_STEPS: { code: 'CONFLICT', text: missingText },
} as const satisfies Refusals

/** What happened and what to do. */
export const lifecycleRefusals = {
  NOT_IN_REVIEW: { code: 'CONFLICT', text: notInReview },
  ALREADY_REVIEWED: { code: 'CONFLICT', text: 'This merchant is reviewed already.' },
  AWAITS_APPROVAL: { code: 'CONFLICT', text: awaitsApproval },
  ALREADY_ACTIVE: { code: 'CONFLICT', text: 'This merchant is approved already. Suspend it instead.' },
  NOT_ACTIVE: { code: 'CONFLICT', text: 'Only an approved merchant can be suspended.' },
  SUSPENDED: { code: 'CONFLICT', text: 'This merchant is suspended. Restore it first.' },
  DECLINED: { code: 'CONFLICT', text: 'This merchant is declined. Restore it first.' },
  ARCHIVED: { code: 'CONFLICT', text: 'This merchant is archived. Restore it first.' },
  NOT_STOPPED: { code: 'CONFLICT', text: 'Only a suspended, declined or archived merchant can be restored.' },
} as const satisfies Refusals

export const editingRefusals = {
  NOT_APPROVED: { code: 'CONFLICT', text: 'A merchant can be paused and resumed once it is approved.' },
  DECLINED: { code: 'CONFLICT', text: 'This merchant is declined, so it cannot be changed. Ask us to restore it.' },
  ARCHIVED: { code: 'CONFLICT', text: 'This merchant is archived, so it cannot be changed. Ask us to restore it.' },
} as const satisfies Refusals

export const deletionRefusals = {
  NAME: { code: 'CONFLICT', text: 'The name does not match. Type it exactly as shown.', field: 'confirmName' },
  IN_USE: { code: 'CONFLICT', text: inUse, field: 'confirmName' },
} as const satisfies Refusals
