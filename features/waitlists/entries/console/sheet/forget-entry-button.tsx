import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { waitlistsApi } from '../../../console/waitlist-queries'
import type { EntryRow } from '../../contract'
import { nameOf } from '../entry-looks'

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
      <p className="q-secondary">Somebody who asks to be forgotten is deleted. Remove keeps what they told.</p>
      <div className="q-row">
        <Button size="sm" onClick={() => setAsking(true)}>
          Delete for good…
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
      title={`Delete ${nameOf(entry)} for good?`}
      description="Everything this list knows about the person goes: name, address, answers, notes and an open invitation. This cannot be undone. Friends keep their places and counts."
      button="Delete for good"
      danger
      failed="The person was not deleted"
      call={({ waitlistId, id: entryId, version }) => waitlistsApi.forget.call({ waitlistId, entryId, version })}
      onDone={() => {
        // Without the name: what was asked for is that it stands nowhere any more.
        notifySuccess('Deleted for good')
        onForgotten()
      }}
      onClose={onClose}
    />
  )
}
