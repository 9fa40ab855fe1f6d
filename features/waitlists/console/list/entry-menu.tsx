import { ActionMenu } from '@quaff/platform/console/controls/action-menu'
import type { EntryRow } from '../../entries/contract'
import { offeredActions, type EntryActions } from '../change/use-entry-actions'
import { actionLooks, nameOf } from '../entry-looks'

/** What this person's state allows. */
export function EntryMenu({ entry, start }: { entry: EntryRow; start: EntryActions['start'] }) {
  const offered = offeredActions(entry)
  return (
    <ActionMenu
      label={`More actions for ${nameOf(entry)}`}
      items={offered.map((action, index) => ({
        id: action,
        label: actionLooks[action].label,
        icon: actionLooks[action].icon,
        shortcut: actionLooks[action].shortcut,
        danger: action === 'remove',
        separated: action === 'remove' && index > 0,
        onSelect: () => start(action, [entry]),
      }))}
    />
  )
}
