import { StatusPill } from '@quaff/platform/console/display/status-pill'
import type { EntryRow } from '../contract'
import { nameOf, statusLooks } from './entry-looks'
import classes from '../../console/waitlists.module.css'

interface PeopleListProps {
  label: string
  people: readonly EntryRow[]
  /** Why it cannot be done to this one; null where it can. */
  problemOf?: (entry: EntryRow) => string | null
}

/** Everybody by name, so that nobody is mailed by surprise. */
export function PeopleList({ label, people, problemOf = () => null }: PeopleListProps) {
  return (
    <ol className={classes.people} aria-label={label} tabIndex={0}>
      {people.map((entry) => {
        const problem = problemOf(entry)
        const look = statusLooks[entry.status]
        return (
          <li key={entry.id} className={classes.person}>
            <span className="q-grow">
              <span className="q-strong">{nameOf(entry)}</span>{' '}
              {entry.name !== '' && <span className={`q-caption ${classes.mailbox}`}>{entry.email}</span>}
            </span>
            <StatusPill tone={look.tone} icon={look.icon}>
              {look.label}
            </StatusPill>
            {problem !== null && <span className={`q-caption ${classes.reason}`}>{`Skipped: ${problem}`}</span>}
          </li>
        )
      })}
    </ol>
  )
}
