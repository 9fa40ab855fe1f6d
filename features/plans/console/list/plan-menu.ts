import { IconCircleCheck, IconCircleMinus, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ActionMenuItem } from '@quaff/platform/console/controls/action-menu'
import type { PlanRow } from '../../contract'
import type { PlanAccess } from '../use-plan-access'

export interface PlanMenuActions {
  edit: (plan: PlanRow) => void
  duplicate: (plan: PlanRow) => void
  activate: (plan: PlanRow) => void
  deactivate: (plan: PlanRow) => void
  remove: (plan: PlanRow) => void
}

/** Empty without the role: a menu never holds what its reader may not do. */
export function planMenu(plan: PlanRow, { hasRole, reason }: PlanAccess, actions: PlanMenuActions): ActionMenuItem[] {
  if (!hasRole) return []
  const locked = reason === undefined ? {} : { disabledReason: reason }
  const switching = plan.active
    ? { id: 'deactivate', label: 'Deactivate…', icon: IconCircleMinus, onSelect: () => actions.deactivate(plan) }
    : { id: 'activate', label: 'Activate', icon: IconCircleCheck, onSelect: () => actions.activate(plan) }
  return [
    { id: 'edit', label: reason ? 'Open' : 'Edit', icon: IconPencil, onSelect: () => actions.edit(plan) },
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: IconCopy,
      shortcut: 'D',
      onSelect: () => actions.duplicate(plan),
      ...locked,
    },
    { ...switching, ...locked },
    {
      id: 'delete',
      label: 'Delete…',
      icon: IconTrash,
      danger: true,
      separated: true,
      onSelect: () => actions.remove(plan),
      ...locked,
    },
  ]
}
