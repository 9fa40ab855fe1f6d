import { hourOfDayIn } from '@quaff/platform/shared/calendar'
import { notificationLimits, waitingKinds, type WaitingItem } from './contract'

/** `newest`: when the latest of it came up, null where that is not known. */
export type WaitingFact = Omit<WaitingItem, 'isNew'> & { newest: Date | null }

/** Nobody knows when a fault began that goes on: it is new to whoever has not looked for a day. */
export function isNew({ newest, urgent }: WaitingFact, seenAt: Date | null, now: Date): boolean {
  if (!seenAt) return true
  if (newest) return newest.getTime() > seenAt.getTime()
  return urgent && now.getTime() - seenAt.getTime() >= notificationLimits.againAfterMs
}

export function presentItems(facts: readonly WaitingFact[], seenAt: Date | null, now: Date): WaitingItem[] {
  return [...facts]
    .sort(byUrgency)
    .map(({ newest, ...fact }) => ({ ...fact, isNew: isNew({ ...fact, newest }, seenAt, now) }))
}

/** What is urgent before the rest, what has waited longest first; ties by kind, so that the list never jumps. */
export function byUrgency(one: WaitingFact, other: WaitingFact): number {
  return (
    Number(other.urgent) - Number(one.urgent) ||
    sinceOf(one) - sinceOf(other) ||
    waitingKinds.indexOf(one.kind) - waitingKinds.indexOf(other.kind) ||
    (one.id < other.id ? -1 : 1)
  )
}

/** Two unknown beginnings are equally old: the difference of two infinities would be no number. */
const sinceOf = ({ since }: WaitingFact) => since?.getTime() ?? Number.MAX_SAFE_INTEGER

/** In the morning of the platform's day, whatever the clocks were set to overnight. */
export function isMailTime(timeZone: string, now: Date): boolean {
  const hour = hourOfDayIn(timeZone, now)
  return hour >= notificationLimits.mailFromHour && hour < notificationLimits.mailUntilHour
}

/** "1 merchant", "12 merchants", "Over 999 merchants" */
export function countText(count: number, one: string, many: string): string {
  if (count >= notificationLimits.counted) return `Over ${notificationLimits.counted - 1} ${many}`
  return `${count} ${count === 1 ? one : many}`
}

/** The accessible name of the bell. */
export function bellLabel(newCount: number): string {
  return newCount === 0 ? 'Notifications' : `Notifications, ${newCount} new`
}
