import { formatDate } from '@quaff/platform/console/display/date-time'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import type { EntryRow } from '../contract'
import { statusLooks } from './entry-looks'
import classes from '../../console/waitlists.module.css'

/** Of an invitation since when, and until when it holds; the sheet has the hours. */
export function EntryStatusPill({ entry, timeZone }: { entry: EntryRow; timeZone: string }) {
  const { status, invitedAt, invitationExpiresAt } = entry
  const look = statusLooks[status]
  const isInvited = status === 'invited' || status === 'expired'
  return (
    <span className={classes.state}>
      <StatusPill tone={look.tone} icon={look.icon}>
        {look.label}
      </StatusPill>
      {isInvited && invitedAt && invitationExpiresAt && (
        <span
          className="q-caption q-nowrap"
          title={[invitedAt, invitationExpiresAt].map((at) => formatDate(at, 'exact', { timeZone })).join(' – ')}
        >
          {daysFromTo(invitedAt, invitationExpiresAt, timeZone)}
        </span>
      )}
    </span>
  )
}

/** "Nov 19 – Dec 3"; over the turn of a year with both years. */
function daysFromTo(from: Date, to: Date, timeZone: string): string {
  const yearOf = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone })
  const year = yearOf.format(from) === yearOf.format(to) ? undefined : ('numeric' as const)
  return new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', year, timeZone }).formatRange(from, to)
}
