import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import type { RecordListState } from '@quaff/platform/console/list/record/use-record-list'
import { entryLimits, type EntryAction, type EntryRow } from '../contract'
import { entryCommands } from './entry-commands'
import { countWords } from './entry-looks'
import type { EntryActions } from './use-entry-actions'

interface EntrySelectionToolbarProps {
  bulk: RecordListState<EntryRow>['bulk']
  selected: readonly EntryRow[]
  start: EntryActions['start']
}

const bulkActions = ['invite', 'shortlist', 'rescind', 'remove'] as const satisfies EntryAction[]
const tooMany = `Up to ${entryLimits.perChange} people at a time`

export function EntrySelectionToolbar({ bulk, selected, start }: EntrySelectionToolbarProps) {
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
              because: selected.length > entryLimits.perChange ? tooMany : undefined,
              of: { id: 'selection', name: countWords(selected.length) },
              run: () => start(action, selected),
            }}
          />
        )
      })}
    </BulkBar>
  )
}
