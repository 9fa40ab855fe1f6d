import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import type { Selection } from '@quaff/platform/console/list/bulk/use-selection'
import { entryLimits, type EntryAction, type EntryRow } from '../../entries/contract'
import type { EntryActions } from '../change/use-entry-actions'
import { actionLooks } from '../entry-looks'

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
      {bulkActions.map((action) => (
        <PermissionButton
          key={action}
          icon={actionLooks[action].icon}
          shortcut={actionLooks[action].shortcut}
          disabledReason={selected.length > entryLimits.perChange ? tooMany : undefined}
          onClick={() => start(action, selected)}
        >
          {action === 'rescind' ? 'Rescind' : actionLooks[action].label}
        </PermissionButton>
      ))}
    </BulkBar>
  )
}
