import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { RecordList } from '@quaff/platform/console/list/record/record-list'
import { useRecordList } from '@quaff/platform/console/list/record/use-record-list'
import type { Waitlist } from '../../contract'
import { ChangeDialog } from '../change/change-dialog'
import { useEntryActions } from '../change/use-entry-actions'
import { WaitlistHeader } from '../lists/waitlist-header'
import { EntrySheet } from '../sheet/entry-sheet'
import type { OnWaitlistSearch, WaitlistSearch } from '../waitlist-search-widget'
import { entryList } from './entry-list'
import { EntryMenu } from './entry-menu'
import { EntrySelectionToolbar } from './entry-selection-toolbar'
import { useEntryKeys } from './use-entry-keys'

interface EntriesPanelProps {
  waitlist: Waitlist
  search: WaitlistSearch
  views: React.ReactNode
  onSearch: OnWaitlistSearch
}

export function EntriesPanel({ waitlist, search, views, onSearch }: EntriesPanelProps) {
  const timeZone = useTimeZone()
  const { id, name, slug, counts } = waitlist
  const list = useRecordList(entryList, { search, onSearch, facts: { waitlist: { id, name, slug }, timeZone } })
  const { selection, pages } = list
  const selected = pages.rows.filter((row) => selection.ids.has(row.id))
  const everybody = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const actions = useEntryActions()
  useEntryKeys(pages.rows, selected, actions.start)
  return (
    <>
      <WaitlistHeader list={waitlist} onSearch={onSearch} />
      <RecordList
        list={list}
        counts={{ ...counts, all: everybody }}
        views={views}
        menu={(row) => <EntryMenu entry={row} start={actions.start} />}
      />
      <EntrySelectionToolbar selection={selection} selected={selected} start={actions.start} />
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
