import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { entryLimits, type EntryRecord } from '../../entries/contract'
import { useWaitlistRefetch } from '../use-waitlist-refresh'
import { waitlistsApi } from '../waitlist-queries'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import { notifySuccess } from '@quaff/platform/console/frame/notify'

/** Kept while the record is read anew; what another person saved meanwhile is not overwritten. */
export function NotesForm({ entry }: { entry: EntryRecord }) {
  const refetch = useWaitlistRefetch()
  const [known, setKnown] = useState({ notes: entry.notes, version: entry.version })
  const [notes, setNotes] = useState(entry.notes)
  const save = useMutation(
    waitlistsApi.saveNotes.mutationOptions({
      onSuccess: ({ version }) => {
        setKnown({ notes: notes.trim(), version })
        notifySuccess('Notes saved')
        void refetch()
      },
    }),
  )
  const isDirty = notes.trim() !== known.notes
  // A change of state, not of the notes, must not stand in the way of what is typed.
  const version = entry.notes === known.notes ? Math.max(entry.version, known.version) : known.version
  const reload = () => {
    setKnown({ notes: entry.notes, version: entry.version })
    setNotes(entry.notes)
    save.reset()
    void refetch()
  }
  return (
    <form
      className="q-stack-tight"
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty && !save.isPending)
          save.mutate({ waitlistId: entry.waitlistId, entryId: entry.id, version, notes: notes.trim() })
      }}
    >
      <Textarea
        label="Notes"
        description="For administrators only."
        rows={4}
        maxLength={entryLimits.notes}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      {save.isError &&
        (isStale(save.error) ? (
          <StaleNotice what="person" onReload={reload} />
        ) : (
          <Notice tone="danger" title="The notes were not saved" announce>
            {errorText(save.error)}
          </Notice>
        ))}
      {isDirty && (
        <div className="q-row">
          <Button size="sm" variant="primary" type="submit" loading={save.isPending}>
            Save notes
          </Button>
          <Button size="sm" onClick={() => setNotes(known.notes)}>
            Cancel
          </Button>
        </div>
      )}
    </form>
  )
}
