import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { offeredOf, RowMenu, useRecordCommands, useRowCommands } from '@quaff/platform/console/frame/command'
import { CommandButton } from '@quaff/platform/console/frame/page-header'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { RecordSheet, type SheetOfList, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import { type RecordListState, useRecordList } from '@quaff/platform/console/list/use-record-list'
import type { Waitlist } from '../contract'
import { type EntryAction, entryLimits, type EntryRow } from '../entries-contract'
import { ChangeDialog, type EntryActions, entryCommands, useEntryActions } from './change-entries-dialog'
import { EntryDetailsView } from './entry-details-view'
import { entryList, EntryStatusPill } from './entry-list'
import { countText, nameOf } from './waitlist-labels'
import { waitlistsApi } from './waitlist-queries'
import type { OnWaitlistSearch, WaitlistSearch } from './waitlist-search-widget'

interface EntriesPanelProps {
  waitlist: Waitlist
  views: ReactNode
  search: WaitlistSearch
  onSearch: OnWaitlistSearch
}

export function EntriesPanel({ waitlist, views, search, onSearch }: EntriesPanelProps) {
  const timeZone = useTimeZone()
  const { id, name, slug, counts } = waitlist
  const list = useRecordList(entryList, { search, onSearch, details: { waitlist: { id, name, slug }, timeZone } })
  const { selection, pages } = list
  const selected = list.selectedRows()
  const everybody = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const actions = useEntryActions()
  // Shortcuts apply to the selected people, if any.
  useRowCommands(entryCommands, selected.length > 0 ? [] : pages.rows, {}, (action, row) =>
    actions.start(action, [row]),
  )
  return (
    <>
      <RecordList
        list={list}
        counts={{ ...counts, all: everybody }}
        actions={views}
        menu={(row) => (
          <RowMenu set={entryCommands} row={row} details={row} onRun={(action) => actions.start(action, [row])} />
        )}
      />
      <EntrySelectionToolbar bulk={list.bulk} selected={selected} start={actions.start} />
      <EntrySheet {...list.sheet} waitlistId={id} onAction={actions.start} />
      {actions.pendingAction && (
        <ChangeDialog
          pendingAction={actions.pendingAction}
          onClose={actions.close}
          onDone={(left) => selection.ids.size > 0 && selection.onChange(new Set(left))}
        />
      )}
    </>
  )
}

interface EntrySelectionToolbarProps {
  bulk: RecordListState<EntryRow>['bulk']
  selected: readonly EntryRow[]
  start: EntryActions['start']
}

const bulkActions = ['invite', 'shortlist', 'rescind', 'remove'] as const satisfies EntryAction[]
const tooMany = `Up to ${entryLimits.perChange} people at a time`

function EntrySelectionToolbar({ bulk, selected, start }: EntrySelectionToolbarProps) {
  return (
    <BulkBar {...bulk}>
      {bulkActions.map((action) => {
        const { label, short = label, icon, keys } = entryCommands.commands[action]
        return (
          <CommandButton
            key={action}
            command={{
              id: `entries.${action}`,
              label: short,
              icon,
              keys,
              disabledReason: selected.length > entryLimits.perChange ? tooMany : undefined,
              of: { id: 'selection', name: countText(selected.length) },
              run: () => start(action, selected),
            }}
          />
        )
      })}
    </BulkBar>
  )
}

type EntrySheetProps = SheetOfList<EntryRow> & { waitlistId: string; onAction: EntryActions['start'] }

function EntrySheet({ waitlistId, id, rows, total, onAction, onOpen, onClose }: EntrySheetProps) {
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
      <b className="q-h2" aria-hidden>
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
