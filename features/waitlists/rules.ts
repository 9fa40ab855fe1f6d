import { mailboxOf } from '@quaff/features/sign-in/email-verification-rules'
import type { Verdict } from '@quaff/platform/shared/refusal'
import type { WaitlistKind } from './contract'
import type { EntryAction, EntryStatus, ShownStatus } from './entries-contract'
import type { Place } from './join-contract'

export const kindLabels = { consumer: 'Consumers', merchant: 'Merchants', city: 'City' } as const satisfies Record<
  WaitlistKind,
  string
>

export const joinPath = (slug: string) => `/w/${slug}`

export type EntryDetails = { status: EntryStatus; invitationExpiresAt: Date | null }

/** The first instant at which it no longer holds is its expiry itself. */
export function isExpired({ status, invitationExpiresAt }: EntryDetails, now: Date): boolean {
  return status === 'invited' && invitationExpiresAt !== null && invitationExpiresAt.getTime() <= now.getTime()
}

export function shownStatus(entry: EntryDetails, now: Date): ShownStatus {
  return isExpired(entry, now) ? 'expired' : entry.status
}

/** Statuses in which each action is possible. */
const possibleFrom = {
  invite: ['waiting', 'shortlisted', 'expired'],
  resend: ['invited'],
  rescind: ['invited', 'expired'],
  shortlist: ['waiting'],
  unshortlist: ['shortlisted'],
  remove: ['waiting', 'shortlisted', 'invited', 'expired'],
  restore: ['removed'],
} as const satisfies Record<EntryAction, readonly ShownStatus[]>

/** Messages for actions that the state doesn't allow. */
const stateMessages = {
  waiting: 'This person doesn’t have an invitation yet.',
  shortlisted: 'This person is shortlisted but not invited yet.',
  invited: 'This person is already invited.',
  expired: 'The invitation has expired. Invite again.',
  joined: 'This person has joined.',
  removed: 'This person was removed from the list.',
} as const satisfies Record<ShownStatus, string>

/** The reason is the state that does not allow it; never one of `possibleFrom`. */
export function decideChange(action: EntryAction, shown: ShownStatus): Verdict<ShownStatus> {
  const from: readonly ShownStatus[] = possibleFrom[action]
  return from.includes(shown) ? { ok: true } : { ok: false, reason: shown }
}

export function refusalOf(action: EntryAction, shown: ShownStatus): string | null {
  const verdict = decideChange(action, shown)
  if (verdict.ok) return null
  if (action === 'shortlist' && shown === 'shortlisted') return 'This person is already shortlisted.'
  if (action === 'unshortlist' && shown === 'waiting') return 'This person isn’t shortlisted.'
  if (action === 'restore') return 'This person wasn’t removed.'
  return stateMessages[shown]
}

/** A rescinded invitation and a restored person wait again, at their old place. */
export const statusAfter = {
  invite: 'invited',
  resend: 'invited',
  rescind: 'waiting',
  shortlist: 'shortlisted',
  unshortlist: 'waiting',
  remove: 'removed',
  restore: 'waiting',
} as const satisfies Record<EntryAction, EntryStatus>

/** Actions that send a new invitation and revoke the earlier one. */
export const mailsInvitation = (action: EntryAction) => action === 'invite' || action === 'resend'

const dayMs = 86_400_000

/** Days of 24 hours: a change of clocks neither shortens nor lengthens an invitation. */
export function invitationEnd(now: Date, invitationDays: number): Date {
  return new Date(now.getTime() + invitationDays * dayMs)
}

/** The status that the person sees. */
export const placeStatus = {
  waiting: 'waiting',
  shortlisted: 'waiting',
  invited: 'invited',
  joined: 'joined',
  removed: 'removed',
} as const satisfies Record<EntryStatus, Place['status']>

/** The first name that people who follow a referral link see. */
export function inviterName({ name, status }: { name: string; status: EntryStatus }): string | null {
  const [first = ''] = name.trim().split(/\s+/)
  return status === 'removed' || first === '' ? null : first
}

/** People can't refer themselves, not even with another address tag. */
export function countsAsFriend(friendEmail: string, referrer: { email: string; status: EntryStatus }): boolean {
  return referrer.status !== 'removed' && mailboxOf(friendEmail) !== mailboxOf(referrer.email)
}
