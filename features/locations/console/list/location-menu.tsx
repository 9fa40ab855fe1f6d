import { IconCopy, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react'
import { ActionMenu, type ActionMenuItem } from '@quaff/platform/console/controls/action-menu'

export interface LocationActions {
  onEdit: (id: string) => void
  onDuplicate: (id: string) => void
  onPrint: (id: string) => void
  onDelete: (id: string) => void
}

interface LocationMenuProps {
  location: { id: string; name: string }
  actions: LocationActions
  /** A menu holds only what its reader may do. */
  canChange: boolean
  /** Why there may be no further location. */
  addReason: string | undefined
}

export function LocationMenu({ location, actions, canChange, addReason }: LocationMenuProps) {
  const { id, name } = location
  const changes: ActionMenuItem[] = [
    { id: 'edit', label: 'Edit', icon: IconPencil, shortcut: 'E', onSelect: () => actions.onEdit(id) },
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: IconCopy,
      shortcut: 'D',
      disabledReason: addReason,
      onSelect: () => actions.onDuplicate(id),
    },
  ]
  const removal: ActionMenuItem = {
    id: 'delete',
    label: 'Delete',
    icon: IconTrash,
    danger: true,
    separated: true,
    onSelect: () => actions.onDelete(id),
  }
  return (
    <ActionMenu
      label={`More actions for ${name}`}
      items={[
        ...(canChange ? changes : []),
        { id: 'print', label: 'Print counter kit', icon: IconPrinter, onSelect: () => actions.onPrint(id) },
        ...(canChange ? [removal] : []),
      ]}
    />
  )
}
