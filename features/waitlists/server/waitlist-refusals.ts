import { Refusal } from '@quaff/platform/shared/refusal'

export const waitlistNotFound = () => new Refusal('NOT_FOUND', 'WAITLIST', 'This waitlist does not exist.')
export const entryNotFound = () => new Refusal('NOT_FOUND', 'WAITLIST_ENTRY', 'This person is not on the list.')
export const slugTaken = () =>
  new Refusal('CONFLICT', 'SLUG_TAKEN', 'Another waitlist has this address. Choose another one.', { field: 'slug' })
