import { Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { useRun } from '@quaff/platform/console/forms/write/use-run'
import { undoable } from '@quaff/platform/console/forms/write/use-write'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { waitlistsApi } from '../../console/waitlist-queries'
import { entryLimits, type EntryRecord } from '../contract'

type Noted = { notes: string }
const mergeWords: MergeWords<Noted> = { labels: { notes: 'Notes' } }
const notedOf = ({ notes }: Noted): Noted => ({ notes })

/** Kept while the record is read anew; what another person saved meanwhile is not overwritten. */
export function NotesForm({ entry }: { entry: EntryRecord }) {
  const [known, setKnown] = useState({ notes: entry.notes, version: entry.version })
  const [notes, setNotes] = useState(entry.notes)
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
  const [problem, setProblem] = useState<string>()
  const refuse = async (error: unknown) => {
    if (!(await merge.meet(error))) setProblem(errorText(error))
  }
  const { busy, run } = useRun<EntryRecord>([waitlistsApi.key()], (error) => void refuse(error))
  const { waitlistId, id: entryId } = entry
  /** Stands as saved at once, and as typed again where it is refused. */
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
  // A change of state, not of the notes, must not stand in the way of what is typed.
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
      <FaultNotice title="Couldn’t save the notes" text={problem} />
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
