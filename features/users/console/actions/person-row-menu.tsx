import { ActionMenu } from '@quaff/platform/console/controls/action-menu'
import { nameOf } from '../list/user-columns'
import { actionLabel, actionWords } from './action-words'
import type { Person, PersonAction } from './possible-actions'
import { useOfferedActions } from './use-offered-actions'

interface PersonRowMenuProps {
  person: Person
  onAction: (action: PersonAction, person: Person) => void
}

/** Holds nothing that the role could never do; what the person's state stands against is shown with its reason. */
export function PersonRowMenu({ person, onAction }: PersonRowMenuProps) {
  const offered = useOfferedActions(person).filter(({ isBeyondRole }) => !isBeyondRole)
  return (
    <ActionMenu
      label={`More actions for ${nameOf(person)}`}
      items={offered.map(({ action, reason }, index) => ({
        id: action,
        label: actionLabel(action),
        icon: actionWords[action].icon,
        danger: action === 'delete',
        separated: action === 'delete' && index > 0,
        shortcut: action === 'resendInvitation' && reason === undefined ? 'R' : undefined,
        disabledReason: reason,
        onSelect: () => onAction(action, person),
      }))}
    />
  )
}
