import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { entryLimits, type EntryRecord } from '../../entries/contract'
import { useWaitlistRefetch } from '../use-waitlist-refresh'
import { waitlistsApi } from '../waitlist-queries'

type Noted = { notes: string }
const mergeWords: MergeWords<Noted> = { labels: { notes: 'Notes' } }
const notedOf = ({ notes }: Noted): Noted => ({ notes })

/** Kept while the record is read anew; what another person saved meanwhile is not overwritten. */
export function NotesForm({ entry }: { entry: EntryRecord }) {
  const refetch = useWaitlistRefetch()
  const [known, setKnown] = useState({ notes: entry.notes, version: entry.version })
  const [notes, setNotes] = useState(entry.notes)
  const [problem, setProblem] = useState<unknown>()
  const typed = useRef(notes)
  typed.current = notes
  const merge = useMerge({
    words: mergeWords,
    base: known,
    valuesOf: notedOf,
    load: () => waitlistsApi.entry.call({ waitlistId: entry.waitlistId, entryId: entry.id }),
    rebase: ({ notes: theirs, version: latest }) => setKnown({ notes: theirs, version: latest }),
    form: {
      getValues: () => ({ notes: typed.current }),
      setValues: (values) => setNotes(values.notes),
      setInitialValues: () => {},
    },
  })
  const save = useMutation(
    waitlistsApi.saveNotes.mutationOptions({
      onSuccess: ({ version }) => {
        setKnown({ notes: notes.trim(), version })
        notifySuccess('Notes saved')
        merge.clear()
        void refetch()
      },
      onError: async (error) => setProblem((await merge.meet(error)) ? undefined : error),
      onMutate: () => setProblem(undefined),
    }),
  )
  const isDirty = notes.trim() !== known.notes
  // A change of state, not of the notes, must not stand in the way of what is typed.
  const version = entry.notes === known.notes ? Math.max(entry.version, known.version) : known.version
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
      <MergeNotice what="note" view={merge.view} />
      {problem !== undefined && (
        <Notice tone="danger" title="The notes were not saved" announce>
          {errorText(problem)}
        </Notice>
      )}
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
