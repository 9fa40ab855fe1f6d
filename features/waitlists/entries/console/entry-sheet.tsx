import { useQuery } from '@tanstack/react-query'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { offeredOf } from '@quaff/platform/console/frame/commands/command'
import { useRecordCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { sheetPosition, type SheetOfList } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { waitlistsApi } from '../../console/waitlist-queries'
import type { EntryRow } from '../contract'
import { entryCommands } from './entry-commands'
import { EntryDetailsView } from './entry-details-view'
import { nameOf } from './entry-looks'
import { EntryStatusPill } from './entry-status-pill'
import type { EntryActions } from './use-entry-actions'
import classes from '../../console/waitlists.module.css'

type EntrySheetProps = SheetOfList<EntryRow> & { waitlistId: string; onAction: EntryActions['start'] }

export function EntrySheet({ waitlistId, id, rows, total, onAction, onOpen, onClose }: EntrySheetProps) {
  const input = { waitlistId, entryId: id ?? '' }
  const record = useQuery(waitlistsApi.entry.queryOptions({ input, enabled: id !== undefined }))
  const entry = record.data?.id === id ? record.data : rows.find((row) => row.id === id)
  return (
    <RecordSheet
      opened={id !== undefined}
      onClose={onClose}
      title={entry ? nameOf(entry) : 'Person'}
      noun="Person"
      {...sheetPosition(rows, id, total, onOpen)}
      query={record}
      header={entry && <SheetHeader entry={entry} onAction={onAction} />}
    >
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
