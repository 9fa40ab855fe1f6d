import type { Refusals } from '@quaff/platform/shared/refusal'
import { waitlistLimits } from './contract'

export const waitlistRefusals = {
  WAITLIST: { code: 'NOT_FOUND', text: 'Waitlist not found, or you don’t have access.' },
  WAITLIST_ENTRY: { code: 'NOT_FOUND', text: 'This person isn’t on the waitlist.' },
  SLUG_TAKEN: { code: 'CONFLICT', text: 'Another waitlist uses this link. Choose a different one.', field: 'slug' },
  TOO_MANY_LISTS: {
    code: 'CONFLICT',
    text: `You can have up to ${waitlistLimits.lists} waitlists. Delete an empty one first.`,
  },
  NOT_EMPTY: { code: 'CONFLICT', text: 'This waitlist has people. Close it instead to stop new signups.' },
  LIST_CLOSED: { code: 'CONFLICT', text: 'This waitlist is closed. New people can’t join.' },
} as const satisfies Refusals
