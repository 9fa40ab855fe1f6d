import { useQuery } from '@tanstack/react-query'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { offeredOf } from '@quaff/platform/console/frame/commands/command'
import { useRecordCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { ErrorState } from '@quaff/platform/console/list/list-states'
import { sheetPosition } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { waitlistsApi } from '../../../console/waitlist-queries'
import type { EntryRow } from '../../contract'
import type { EntryActions } from '../change/use-entry-actions'
import { entryCommands } from '../entry-commands'
import { nameOf } from '../entry-looks'
import { EntryStatusPill } from '../entry-status-pill'
import { EntryDetailsView } from './entry-details-view'
import classes from '../../../console/waitlists.module.css'

interface EntrySheetProps {
  waitlistId: string
  id: string | undefined
  rows: readonly EntryRow[]
  total: number | undefined
  onAction: EntryActions['start']
  onOpen: (id: string) => void
  onClose: () => void
}

export function EntrySheet({ waitlistId, id, rows, total, onAction, onOpen, onClose }: EntrySheetProps) {
  const input = { waitlistId, entryId: id ?? '' }
  const record = useQuery(waitlistsApi.entry.queryOptions({ input, enabled: id !== undefined }))
  const entry = record.data?.id === id ? record.data : rows.find((row) => row.id === id)
  const { position, previous, next } = sheetPosition(rows, id, total)
  return (
    <RecordSheet
      opened={id !== undefined}
      onClose={onClose}
      title={entry ? nameOf(entry) : 'Person'}
      noun="Person"
      position={position}
      onPrevious={previous === undefined ? undefined : () => onOpen(previous)}
      onNext={next === undefined ? undefined : () => onOpen(next)}
      header={entry && <SheetHeader entry={entry} onAction={onAction} />}
    >
      {record.isPending && <SkeletonText lines={8} />}
      {record.isError && !record.data && (
        <ErrorState
          title="This person could not be loaded"
          text="They may no longer be on this list."
          onRetry={() => void record.refetch()}
        />
      )}
      {record.data && <EntryDetailsView key={record.data.id} entry={record.data} onForgotten={onClose} />}
    </RecordSheet>
  )
}

function SheetHeader({ entry, onAction }: { entry: EntryRow; onAction: EntryActions['start'] }) {
  const timeZone = useTimeZone()
  useRecordCommands(entryCommands, entry, {}, (action) => onAction(action, [entry]))
  return (
    <div className="q-stack">
      <b className={`q-h2 ${classes.title}`} aria-hidden>
        {nameOf(entry)}
      </b>
      <EntryStatusPill entry={entry} timeZone={timeZone} />
      <div className="q-row q-wrap">
        {offeredOf(entryCommands, entry, {}).map(({ name, label, icon, keys }) => (
          <Button
            key={name}
            size="sm"
            icon={icon}
            shortcut={keys?.toUpperCase()}
            variant={name === 'invite' ? 'primary' : undefined}
            onClick={() => onAction(name, [entry])}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
