import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import type { Selection } from '@quaff/platform/console/list/bulk/use-selection'
import { entryLimits, type EntryAction, type EntryRow } from '../../contract'
import type { EntryActions } from '../change/use-entry-actions'
import { entryCommands } from '../entry-commands'
import { countWords } from '../entry-looks'

interface EntrySelectionToolbarProps {
  selection: Selection
  selected: readonly EntryRow[]
  start: EntryActions['start']
}

const bulkActions = ['invite', 'shortlist', 'rescind', 'remove'] as const satisfies EntryAction[]
const tooMany = `At most ${entryLimits.perChange} people at once.`

export function EntrySelectionToolbar({ selection, selected, start }: EntrySelectionToolbarProps) {
  return (
    <BulkBar count={selection.ids.size} onClear={selection.clear}>
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
