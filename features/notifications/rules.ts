import { hourOfDayIn } from '@quaff/platform/shared/calendar'
import { notificationLimits, type Waiting, type WaitingItem, waitingKinds } from './contract'

/** `newest`: time of the latest; null if unknown. */
export type PendingItem = Omit<WaitingItem, 'isNew'> & { newest: Date | null }

/** The start of a lasting fault is unknown: it is new again after a day. */
export function isNew({ newest, urgent }: PendingItem, seenAt: Date | null, now: Date): boolean {
  if (!seenAt) return true
  if (newest) return newest.getTime() > seenAt.getTime()
  return urgent && now.getTime() - seenAt.getTime() >= notificationLimits.againAfterMs
}

export function presentItems(details: readonly PendingItem[], seenAt: Date | null, now: Date): WaitingItem[] {
  return [...details]
    .sort(byUrgency)
    .map(({ newest, ...detail }) => ({ ...detail, isNew: isNew({ ...detail, newest }, seenAt, now) }))
}

/** Urgent items first, then the oldest. Ties are ordered by kind, so that the list is stable. */
export function byUrgency(one: PendingItem, other: PendingItem): number {
  return (
    Number(other.urgent) - Number(one.urgent) ||
    sinceOf(one) - sinceOf(other) ||
    waitingKinds.indexOf(one.kind) - waitingKinds.indexOf(other.kind) ||
    (one.id < other.id ? -1 : 1)
  )
}

/** Two unknown times are equal; subtracting infinities would give NaN. */
const sinceOf = ({ since }: PendingItem) => since?.getTime() ?? Number.MAX_SAFE_INTEGER

/** In the morning of the platform's zone, also after a clock change. */
export function isMailTime(timeZone: string, now: Date): boolean {
  const hour = hourOfDayIn(timeZone, now)
  return hour >= notificationLimits.mailFromHour && hour < notificationLimits.mailUntilHour
}

/** "1 merchant", "12 merchants", "Over 999 merchants" */
export function countText(count: number, one: string, many: string): string {
  if (count >= notificationLimits.counted) return `Over ${notificationLimits.counted - 1} ${many}`
  return `${count} ${count === 1 ? one : many}`
}

export function bellLabel(waiting: number, newCount: number): string {
  if (waiting === 0) return 'Notifications'
  return `Notifications, ${waiting} waiting${newCount === 0 ? '' : `, ${newCount} new`}`
}

export type WaitingBadge = { count: number; tone: 'neutral' | 'warn'; label: string }

/** Says by itself what it is about. */
const overview = '/dashboard'

/** Invitations do not count, and neither do finished actions of other people. */
const forOthers: readonly WaitingItem['kind'][] = ['stuck_invitations', 'team_invitations', 'bank_changed']

/**
 * Returns pending counts by target page. `merchantId` is the merchant whose pages are shown, null for all; items of
 * other merchants are not counted.
 */
export function waitingBadges(
  { items, onWaitlists }: Pick<Waiting, 'items' | 'onWaitlists'>,
  merchantId: string | null,
): ReadonlyMap<string, WaitingBadge> {
  const badges = new Map<string, WaitingBadge>()
  for (const { kind, href, title, count, merchant } of items) {
    const [page = overview] = href.split('?')
    if (page === overview || forOthers.includes(kind) || (merchant?.id ?? null) !== merchantId) continue
    const known = badges.get(page)
    badges.set(page, {
      count: count + (known?.count ?? 0),
      tone: 'warn',
      label: known ? `${known.label}, ${title}` : title,
    })
  }
  // A quiet number, because the waitlist is not a task.
  if (onWaitlists > 0 && merchantId === null)
    badges.set('/waitlists', { count: onWaitlists, tone: 'neutral', label: waitlistText(onWaitlists) })
  return badges
}

const waitlistText = (count: number) => `${count === 1 ? '1 person waits' : `${count} people wait`} for an invitation`
