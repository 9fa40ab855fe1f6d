import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useRowCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { useSelection } from '@quaff/platform/console/list/bulk/use-selection'
import type { Waitlist } from '../../contract'
import { ChangeDialog } from '../change/change-dialog'
import { useEntryActions } from '../change/use-entry-actions'
import { entryCommands } from '../entry-commands'
import { WaitlistHeader } from '../lists/waitlist-header'
import { EntrySheet } from '../sheet/entry-sheet'
import type { OnWaitlistSearch, WaitlistSearch } from '../waitlist-search-widget'
import { EntryExportMenu } from './entry-export-menu'
import { entryFilterOf } from './entry-filters'
import { EntrySelectionToolbar } from './entry-selection-toolbar'
import { EntryTable } from './entry-table'
import { EntryToolbar } from './entry-toolbar'
import { StateTabs } from './state-tabs'
import { useEntryList } from './use-entry-list'
import classes from '../waitlists.module.css'

interface EntriesPanelProps {
  waitlist: Waitlist
  search: WaitlistSearch
  views: React.ReactNode
  onSearch: OnWaitlistSearch
}

export function EntriesPanel({ waitlist, search, views, onSearch }: EntriesPanelProps) {
  const timeZone = useTimeZone()
  const { list, pages } = useEntryList(waitlist.id, search, timeZone)
  const selection = useSelection(JSON.stringify(entryFilterOf(waitlist.id, search, timeZone)))
  const selected = pages.rows.filter(({ id }) => selection.ids.has(id))
  const actions = useEntryActions()
  // With people chosen the keys are about them.
  useRowCommands(entryCommands, selected.length > 0 ? [] : pages.rows, {}, (action, row) =>
    actions.start(action, [row]),
  )
  return (
    <>
      <WaitlistHeader
        list={waitlist}
        onSearch={onSearch}
        exportMenu={
          <EntryExportMenu
            filter={entryFilterOf(waitlist.id, search, timeZone)}
            selection={selection}
            total={pages.total}
          />
        }
      />
      <div className={classes.bar}>
        {views}
        <StateTabs counts={waitlist.counts} status={search.status} onSearch={onSearch} />
      </div>
      <EntryToolbar waitlistId={waitlist.id} search={search} timeZone={timeZone} onSearch={onSearch} />
      <EntryTable
        waitlist={waitlist}
        list={list}
        pages={pages}
        search={search}
        timeZone={timeZone}
        selection={selection}
        onAction={actions.start}
        onSearch={onSearch}
      />
      <EntrySelectionToolbar selection={selection} selected={selected} start={actions.start} />
      <EntrySheet
        waitlistId={waitlist.id}
        id={search.id}
        rows={pages.rows}
        total={pages.total}
        onAction={actions.start}
        onOpen={(id) => onSearch({ id }, { replace: true })}
        onClose={() => onSearch({ id: undefined })}
      />
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
