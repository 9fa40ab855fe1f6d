import { dayKeyIn, shiftDaysIn } from '@quaff/platform/shared/calendar'

export type ActivityDay<T> = { key: string; title: string; items: T[] }

/** Groups items by days of the zone, in their order. Today and yesterday are named. */
export function groupByDay<T extends { timestamp: Date }>(
  items: readonly T[],
  timeZone: string,
  now: Date,
): ActivityDay<T>[] {
  const names = new Map([
    [dayKeyIn(timeZone, now), 'Today, '],
    [dayKeyIn(timeZone, shiftDaysIn(timeZone, now, -1)), 'Yesterday, '],
  ])
  const format = new Intl.DateTimeFormat(undefined, { timeZone, weekday: 'short', month: 'short', day: 'numeric' })
  const days: ActivityDay<T>[] = []
  for (const item of items) {
    const key = dayKeyIn(timeZone, item.timestamp)
    const last = days.at(-1)
    if (last?.key === key) {
      last.items.push(item)
      continue
    }
    const date = item.timestamp.getTime() === 0 ? '—' : format.format(item.timestamp)
    days.push({ key, title: `${names.get(key) ?? ''}${date}`, items: [item] })
  }
  return days
}
