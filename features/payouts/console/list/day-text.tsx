import { useNow } from '@quaff/platform/console/clock'
import { DateText, formatDate } from '@quaff/platform/console/display/date-time'
import { dayKeyIn } from '@quaff/platform/shared/calendar'

/** "Nov 27" this year, "Nov 27, 2025" else. */
export function DayText({ value, timeZone }: { value: Date; timeZone: string }) {
  const yearOf = (at: Date) => dayKeyIn(timeZone, at).slice(0, 4)
  if (yearOf(value) !== yearOf(useNow())) return <DateText value={value} timeZone={timeZone} />
  return (
    <time dateTime={value.toISOString()} title={formatDate(value, 'exact', { timeZone })}>
      {new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone }).format(value)}
    </time>
  )
}
