import { mailboxOf } from '@quaff/features/mailbox/rules'
import type { EntryStatus } from './entries-contract'
import type { Place } from './join-contract'

/** What the person may know of their own state. */
export const placeStatus = {
  waiting: 'waiting',
  shortlisted: 'waiting',
  invited: 'invited',
  joined: 'joined',
  removed: 'removed',
} as const satisfies Record<EntryStatus, Place['status']>

/** What somebody reads who follows a friend's link: the first name is enough to know them by. */
export function inviterName({ name, status }: { name: string; status: EntryStatus }): string | null {
  const [first = ''] = name.trim().split(/\s+/)
  return status === 'removed' || first === '' ? null : first
}

/** Nobody is their own friend, under another tag neither. */
export function countsAsFriend(friendEmail: string, referrer: { email: string; status: EntryStatus }): boolean {
  return referrer.status !== 'removed' && mailboxOf(friendEmail) !== mailboxOf(referrer.email)
}
