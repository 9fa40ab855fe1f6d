import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { RowMenu } from '@quaff/platform/console/frame/commands/row-menu'
import { useRowCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { RecordList } from '@quaff/platform/console/list/record/record-list'
import { useRecordList } from '@quaff/platform/console/list/record/use-record-list'
import type { OnWaitlistSearch, WaitlistSearch } from '../../console/waitlist-search-widget'
import type { Waitlist } from '../../contract'
import { ChangeDialog } from './change-dialog'
import { entryCommands } from './entry-commands'
import { entryList } from './entry-list'
import { EntrySelectionToolbar } from './entry-selection-toolbar'
import { EntrySheet } from './entry-sheet'
import { useEntryActions } from './use-entry-actions'

interface EntriesPanelProps {
  waitlist: Waitlist
  search: WaitlistSearch
  onSearch: OnWaitlistSearch
}

export function EntriesPanel({ waitlist, search, onSearch }: EntriesPanelProps) {
  const timeZone = useTimeZone()
  const { id, name, slug, counts } = waitlist
  const list = useRecordList(entryList, { search, onSearch, facts: { waitlist: { id, name, slug }, timeZone } })
  const { selection, pages } = list
  const selected = list.selectedRows()
  const everybody = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const actions = useEntryActions()
  // With people chosen the keys are about them.
  useRowCommands(entryCommands, selected.length > 0 ? [] : pages.rows, {}, (action, row) =>
    actions.start(action, [row]),
  )
  return (
    <>
      <RecordList
        list={list}
        counts={{ ...counts, all: everybody }}
        menu={(row) => (
          <RowMenu set={entryCommands} row={row} facts={row} onRun={(action) => actions.start(action, [row])} />
        )}
      />
      <EntrySelectionToolbar bulk={list.bulk} selected={selected} start={actions.start} />
      <EntrySheet {...list.sheet} waitlistId={id} onAction={actions.start} />
      {actions.asked && (
        <ChangeDialog
          asked={actions.asked}
          onClose={actions.close}
          onDone={(left) => selection.ids.size > 0 && selection.onChange(new Set(left))}
        />
      )}
    </>
  )
}
