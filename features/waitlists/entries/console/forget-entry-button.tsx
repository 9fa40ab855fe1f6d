import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { waitlistsApi } from '../../console/waitlist-queries'
import type { EntryRow } from '../contract'
import { nameOf } from './entry-looks'

interface ForgetEntryProps {
  entry: EntryRow
  onForgotten: () => void
}

/** For whoever asks to be forgotten and has no account; "Remove" keeps the row. */
export function ForgetEntryButton({ entry, onForgotten }: ForgetEntryProps) {
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
      title={`Delete ${nameOf(entry)} permanently?`}
      description="Deletes their name, email, answers, notes and open invitation. Friends keep their places and counts. This can’t be undone."
      button="Delete permanently"
      danger
      failed="Couldn’t delete this person"
      call={({ waitlistId, id: entryId, version }) => waitlistsApi.forget.call({ waitlistId, entryId, version })}
      onDone={() => {
        // Without the name: what was asked for is that it stands nowhere any more.
        notifySuccess('Deleted permanently')
        onForgotten()
      }}
      onClose={onClose}
    />
  )
}
