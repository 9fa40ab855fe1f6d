import { Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { DateText, formatCount } from '@quaff/platform/console/display/formats'
import { KeyValue, ErrorNotice } from '@quaff/platform/console/display/panel'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/merge-notice'
import { type MergeLabels, useMerge } from '@quaff/platform/console/forms/use-merge'
import { useVerb } from '@quaff/platform/console/forms/use-save'
import { undoable, useRun } from '@quaff/platform/console/forms/use-write'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import { entryLimits, type EntryRecord, type EntryRow, type HistoryItem } from '../entries-contract'
import { nameOf } from './waitlist-labels'
import { waitlistsApi } from './waitlist-queries'
import classes from './waitlists.module.css'

export function EntryDetailsView({ entry, onForgotten }: { entry: EntryRecord; onForgotten: () => void }) {
  const timeZone = useTimeZone()
  const when = (at: Date | null) => at && <DateText value={at} style="datetime" timeZone={timeZone} />
  return (
    <div className="q-stack-loose">
      <KeyValue
        items={[
          { label: 'Email', value: readableEmail(entry.email) },
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
            <span className="q-strong q-grow">{historyLabels[action] ?? 'Changed'}</span>
            <span className="q-caption">
              <DateText value={at} style="datetime" timeZone={timeZone} />
              {by !== null && ` · ${isolated(by)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** By audit action; others read "Changed". */
const historyLabels: Readonly<Record<string, string>> = {
  joined_list: 'Joined the waitlist',
  accepted_invitation: 'Accepted invitation',
  invite_waitlist_entry: 'Invited',
  resend_waitlist_entry: 'Invitation resent',
  rescind_waitlist_entry: 'Invitation rescinded',
  shortlist_waitlist_entry: 'Shortlisted',
  unshortlist_waitlist_entry: 'Removed from shortlist',
  remove_waitlist_entry: 'Removed',
  restore_waitlist_entry: 'Restored to waitlist',
  note_waitlist_entry: 'Notes updated',
}

interface ForgetEntryProps {
  entry: EntryRow
  onForgotten: () => void
}

/** Deletes a person without an account on their request. "Remove" keeps the row. */
function ForgetEntryButton({ entry, onForgotten }: ForgetEntryProps) {
  const [asking, setAsking] = useState(false)
  return (
    <section className="q-stack-tight" aria-label="Personal data">
      <h3 className="q-h3">Personal data</h3>
      <p className="q-secondary">Delete erases their data. Remove keeps it.</p>
      <div className="q-row">
        <Button size="sm" onClick={() => setAsking(true)}>
          Delete permanently…
        </Button>
      </div>
      {asking && <ForgetEntryDialog entry={entry} onForgotten={onForgotten} onClose={() => setAsking(false)} />}
    </section>
  )
}

function ForgetEntryDialog({ entry, onForgotten, onClose }: ForgetEntryProps & { onClose: () => void }) {
  const verb = useVerb<EntryRow>({
    what: 'person',
    opened: entry,
    keys: [waitlistsApi.key()],
    load: ({ waitlistId, id: entryId }) => waitlistsApi.entry.call({ waitlistId, entryId }),
  })
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${isolated(nameOf(entry))} permanently?`}
      description="Deletes their name, email, answers, notes and open invitation. Friends keep their places and counts. This can’t be undone."
      button="Delete permanently"
      danger
      failed="Couldn’t delete this person"
      call={({ waitlistId, id: entryId, version }) => waitlistsApi.forget.call({ waitlistId, entryId, version })}
      onDone={() => {
        // The toast has no name, because the person requested deletion.
        notifySuccess('Deleted permanently')
        onForgotten()
      }}
      onClose={onClose}
    />
  )
}

type Noted = { notes: string }
const mergeLabels: MergeLabels<Noted> = { labels: { notes: 'Notes' } }
const notedOf = ({ notes }: Noted): Noted => ({ notes })

/** Keeps typed notes while the record reloads, and never overwrites notes that another person saved. */
export function NotesForm({ entry }: { entry: EntryRecord }) {
  const [known, setKnown] = useState({ notes: entry.notes, version: entry.version })
  const [notes, setNotes] = useState(entry.notes)
  const typed = useRef(notes)
  typed.current = notes
  const merge = useMerge({
    labels: mergeLabels,
    base: known,
    toFormValues: notedOf,
    load: () => waitlistsApi.entry.call({ waitlistId: entry.waitlistId, entryId: entry.id }),
    rebase: ({ notes: theirs, version: latest }) => setKnown({ notes: theirs, version: latest }),
    form: {
      getValues: () => ({ notes: typed.current }),
      setValues: (values) => setNotes(values.notes),
      setInitialValues: () => {},
    },
  })
  const [problem, setProblem] = useState<string>()
  const refuse = async (error: unknown) => {
    if (!(await merge.meet(error))) setProblem(errorText(error))
  }
  const { busy, run } = useRun<EntryRecord>([waitlistsApi.key()], (error) => void refuse(error))
  const { waitlistId, id: entryId } = entry
  /** Shown as saved immediately, and as typed again after a refusal. */
  const [sent, setSent] = useState<string>()
  const write = async (text: string, begun: typeof known) => {
    setSent(text)
    setProblem(undefined)
    const input = { waitlistId, entryId, notes: text, version: begun.version }
    const saved = await run(entry, { call: () => waitlistsApi.saveNotes.call(input), next: { notes: text } })
    setSent(undefined)
    if (!saved) return
    const stored = { notes: text, version: saved.version }
    setKnown(stored)
    merge.clear()
    const takeBack = () => {
      setNotes(begun.notes)
      void write(begun.notes, stored)
    }
    notifySuccess('Notes saved', undefined, undoable(takeBack))
  }
  const isDirty = notes.trim() !== (sent ?? known.notes)
  // Text that is being saved is not safe yet.
  const guard = useCloseGuard(notes.trim() !== known.notes, undefined, {
    name: `waitlist-notes.${entryId}`,
    version: known.version,
    form: {
      values: { notes },
      getInitialValues: () => ({ notes: known.notes }),
      setValues: (values) => setNotes(values.notes ?? known.notes),
    },
  })
  // A changed status must not discard typed notes.
  const version = entry.notes === known.notes ? Math.max(entry.version, known.version) : known.version
  return (
    <form
      className="q-stack-tight"
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty && !busy && !guard.asking) void write(notes.trim(), { ...known, version })
      }}
    >
      <Textarea
        label="Notes"
        description="Only administrators see this"
        rows={4}
        maxLength={entryLimits.notes}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      <ErrorNotice title="Couldn’t save the notes" text={problem} />
      {(isDirty || guard.asking) && (
        <div className="q-row q-wrap">
          <GuardedFooter guard={guard}>
            <Button size="sm" variant="primary" type="submit" loading={busy}>
              Save notes
            </Button>
            <Button size="sm" onClick={() => setNotes(known.notes)}>
              Cancel
            </Button>
          </GuardedFooter>
        </div>
      )}
      <MergeNotice what="note" view={merge.view} belowButtons />
    </form>
  )
}
