import { DateText } from '@quaff/platform/console/display/date-time'

/** Shows "Ends Dec 20" for a scheduled end. */
export function EndsText({ endsAt, timeZone }: { endsAt: Date | null; timeZone: string }) {
  if (!endsAt) return null
  return (
    <span className="q-caption q-nowrap">
      Ends <DateText value={endsAt} timeZone={timeZone} />
    </span>
  )
}
