import type { Refusals } from '@quaff/platform/shared/refusal'
import { missingText } from './completeness-rules'

const awaitsApproval = 'This merchant is waiting for approval. Approve it, request changes or reject it.'
const inUse = 'This merchant has subscriptions, redemptions or payouts. Archive it instead.'

export const merchantRefusals = {
  // Spec §8: the message for an approval without a session.
  SIGNED_OUT: { code: 'UNAUTHORIZED', text: 'Not authenticated' },
  NAME: { code: 'BAD_REQUEST', text: 'Enter a name', field: 'name' },
  ZONE: { code: 'BAD_REQUEST', text: 'Choose a time zone like Europe/Berlin', field: 'timeZone' },
  NO_REASON: { code: 'BAD_REQUEST', text: 'Enter a reason.', field: 'reason' },
  NOTHING_REQUESTED: { code: 'BAD_REQUEST', text: 'Choose what to change, or write a note.', field: 'note' },
  MISSING_STEPS: { code: 'CONFLICT', text: missingText },
} as const satisfies Refusals

/** Each text says what happened and what to do. */
export const lifecycleRefusals = {
  NOT_IN_REVIEW: { code: 'CONFLICT', text: 'This merchant isn’t waiting for review.' },
  ALREADY_REVIEWED: { code: 'CONFLICT', text: 'This merchant is already reviewed.' },
  AWAITS_APPROVAL: { code: 'CONFLICT', text: awaitsApproval },
  ALREADY_ACTIVE: { code: 'CONFLICT', text: 'This merchant is already approved. Suspend it instead.' },
  NOT_ACTIVE: { code: 'CONFLICT', text: 'You can only suspend an approved merchant.' },
  SUSPENDED: { code: 'CONFLICT', text: 'This merchant is suspended. Restore it first.' },
  DECLINED: { code: 'CONFLICT', text: 'This merchant is rejected. Restore it first.' },
  ARCHIVED: { code: 'CONFLICT', text: 'This merchant is archived. Restore it first.' },
  NOT_STOPPED: { code: 'CONFLICT', text: 'You can only restore a suspended, rejected or archived merchant.' },
} as const satisfies Refusals

export const editingRefusals = {
  NOT_APPROVED: { code: 'CONFLICT', text: 'You can pause and resume a merchant once it’s approved.' },
  DECLINED: { code: 'CONFLICT', text: 'This merchant is rejected. Ask an administrator to restore it.' },
  ARCHIVED: { code: 'CONFLICT', text: 'This merchant is archived. Ask an administrator to restore it.' },
} as const satisfies Refusals

export const deletionRefusals = {
  NAME: { code: 'CONFLICT', text: 'The name doesn’t match. Type it exactly as shown.', field: 'confirmName' },
  NOT_IN_SETUP: {
    code: 'CONFLICT',
    text: 'You can only delete a venue that is being set up. Contact us to close this one.',
  },
  ONLY_VENUE: { code: 'CONFLICT', text: 'You can’t delete your only venue. Contact us to close it.' },
  IN_USE: { code: 'CONFLICT', text: inUse, field: 'confirmName' },
} as const satisfies Refusals
