import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import type { UserRecord } from '@quaff/features/users/contract'
import { DateText } from '@quaff/platform/console/display/date-time'
import { ErasePersonButton } from './erase-person-button'
import { ExportPersonButton } from './export-person-button'

/** In an open person, for administrators: what is held about them, and its end. */
export function PersonalData({ person }: { person: UserRecord }) {
  const timeZone = useTimeZone()
  return (
    <section className="q-stack-tight" aria-label="Personal data">
      <h3 className="q-h3">Personal data</h3>
      {person.erasedAt === null ? (
        <p className="q-secondary">
          Export everything we store about this user, or erase their identity and keep the metrics.
        </p>
      ) : (
        <p className="q-secondary">
          Erased on <DateText value={person.erasedAt} timeZone={timeZone} />. No one can sign in with this account.
          Subscriptions and redemptions are kept without a name.
        </p>
      )}
      <div className="q-row q-wrap">
        <ExportPersonButton person={person} />
        <ErasePersonButton person={person} />
      </div>
    </section>
  )
}
