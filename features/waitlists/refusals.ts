import type { Refusals } from '@quaff/platform/shared/refusal'
import { waitlistLimits } from './contract'

export const waitlistRefusals = {
  WAITLIST: { code: 'NOT_FOUND', text: 'This waitlist does not exist.' },
  WAITLIST_ENTRY: { code: 'NOT_FOUND', text: 'This person is not on the list.' },
  SLUG_TAKEN: { code: 'CONFLICT', text: 'Another waitlist has this address. Choose another one.', field: 'slug' },
  TOO_MANY_LISTS: { code: 'CONFLICT', text: `At most ${waitlistLimits.lists} waitlists. Delete an empty one first.` },
  NOT_EMPTY: { code: 'CONFLICT', text: 'There are people on this list. Close it instead; nobody can join then.' },
  LIST_CLOSED: { code: 'CONFLICT', text: 'This waitlist is closed. Nobody can join at the moment.' },
} as const satisfies Refusals
