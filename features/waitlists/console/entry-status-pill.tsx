import type { EntryRow } from '../entries/contract'
import { statusLooks } from './entry-looks'
import { DateText } from '@quaff/platform/console/display/date-time'
import { StatusPill } from '@quaff/platform/console/display/status-pill'

/** Of an invitation since when, and until when it holds. */
export function EntryStatusPill({ entry, timeZone }: { entry: EntryRow; timeZone: string }) {
  const { status, invitedAt, invitationExpiresAt } = entry
  const look = statusLooks[status]
  return (
    <span className="q-row q-wrap">
      <StatusPill tone={look.tone} icon={look.icon}>
        {look.label}
      </StatusPill>
      {(status === 'invited' || status === 'expired') && (
        <span className="q-caption q-nowrap">
          <DateText value={invitedAt} timeZone={timeZone} /> –
          <br />
          <DateText value={invitationExpiresAt} timeZone={timeZone} />
        </span>
      )}
    </span>
  )
}
