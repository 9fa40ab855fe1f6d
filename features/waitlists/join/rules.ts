import type { EntryStatus } from '../entries/contract'
import type { Place } from './contract'

/** What the person may know of their own state. */
export const placeStatus = {
  waiting: 'waiting',
  shortlisted: 'waiting',
  invited: 'invited',
  joined: 'joined',
  removed: 'removed',
} as const satisfies Record<EntryStatus, Place['status']>

/** The mailbox behind an address with a tag: `ana+two@…` is read by whoever reads `ana@…`. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  return email.slice(0, at).replace(/\+.*$/, '') + email.slice(at)
}

/** Nobody is their own friend, under another tag neither. */
export function countsAsFriend(friendEmail: string, referrer: { email: string; status: EntryStatus }): boolean {
  return referrer.status !== 'removed' && mailboxOf(friendEmail) !== mailboxOf(referrer.email)
}
