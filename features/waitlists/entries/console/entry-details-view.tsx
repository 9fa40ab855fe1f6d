import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/date-time'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { EntryRecord, HistoryItem } from '../contract'
import { nameOf } from './entry-looks'
import { ForgetEntryButton } from './forget-entry-button'
import { historyWords } from './history-words'
import { NotesForm } from './notes-form'
import classes from '../../console/waitlists.module.css'

export function EntryDetailsView({ entry, onForgotten }: { entry: EntryRecord; onForgotten: () => void }) {
  const timeZone = useTimeZone()
  const when = (at: Date | null) => at && <DateText value={at} style="datetime" timeZone={timeZone} />
  return (
    <div className="q-stack-loose">
      <KeyValue
        items={[
          { label: 'Email', value: entry.email },
          { label: 'Joined', value: when(entry.createdAt) },
          { label: 'City', value: entry.city },
          { label: 'ZIP', value: entry.postalCode },
          { label: 'Wanted venue', value: entry.wantedVenue },
          { label: 'Source', value: entry.source },
          { label: 'Affiliate code', value: entry.affiliateCode },
          { label: 'Referrals', value: formatCount(entry.referralCount) },
          { label: 'Referred by', value: entry.referredBy && <Friend entry={entry} friend={entry.referredBy} /> },
          { label: 'Invited', value: when(entry.invitedAt) },
          { label: 'Invitation expires', value: when(entry.invitationExpiresAt) },
          { label: 'Accepted', value: when(entry.joinedAt) },
        ]}
      />
      {entry.answers.length > 0 && (
        <section className="q-stack-tight" aria-label="Answers">
          <h3 className="q-h3">Answers</h3>
          <KeyValue items={entry.answers.map(({ question, answer }) => ({ label: question, value: answer }))} />
        </section>
      )}
      <NotesForm entry={entry} />
      <History items={entry.history} timeZone={timeZone} />
      <ForgetEntryButton entry={entry} onForgotten={onForgotten} />
    </div>
  )
}

function Friend({ entry, friend }: { entry: EntryRecord; friend: NonNullable<EntryRecord['referredBy']> }) {
  return (
    <AppLink to={`/waitlists?list=${entry.waitlistId}&id=${friend.id}`} className="q-link">
      {nameOf(friend)}
    </AppLink>
  )
}

function History({ items, timeZone }: { items: readonly HistoryItem[]; timeZone: string }) {
  return (
    <section className="q-stack-tight" aria-label="History">
      <h3 className="q-h3">History</h3>
      <ul className={classes.history}>
        {items.map(({ action, at, by }, index) => (
          <li key={`${action}-${at.getTime()}-${index}`}>
            <span className="q-strong q-grow">{historyWords[action] ?? 'Changed'}</span>
            <span className="q-caption">
              <DateText value={at} style="datetime" timeZone={timeZone} />
              {by !== null && ` · ${by}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
