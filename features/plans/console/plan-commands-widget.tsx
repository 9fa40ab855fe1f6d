import { IconCircleCheck, IconCircleMinus, IconCopy, IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { defineCommands, type May } from '@quaff/platform/console/frame/command'
import type { PlanRow } from '../contract'
import type { PlanAccess } from './use-plan-actions'

type Plan = Pick<PlanRow, 'id' | 'name' | 'active'>

/** A menu never holds what its reader may not do. */
function change(_plan: Plan, { hasRole, reason }: PlanAccess): May {
  if (!hasRole) return null
  return reason === undefined ? true : { disabledReason: reason }
}

export const planCommands = defineCommands<Plan, PlanAccess>()('plan', ({ name }) => name, {
  open: {
    label: 'Open',
    icon: IconEye,
    may: (_plan, { hasRole, reason }) => (hasRole && reason !== undefined ? true : null),
  },
  edit: {
    label: 'Edit',
    icon: IconPencil,
    keywords: 'price',
    may: (plan, details) => change(plan, details) === true || null,
  },
  duplicate: { label: 'Duplicate', icon: IconCopy, keys: 'd', keywords: 'copy', may: change },
  deactivate: {
    label: 'Deactivate',
    icon: IconCircleMinus,
    opensDialog: true,
    keywords: 'disable',
    may: (plan, details) => (plan.active ? change(plan, details) : null),
  },
  activate: {
    label: 'Activate',
    icon: IconCircleCheck,
    keywords: 'enable',
    may: (plan, details) => (plan.active ? null : change(plan, details)),
  },
  delete: { label: 'Delete', icon: IconTrash, danger: true, opensDialog: true, keywords: 'remove', may: change },
})
export type PlanAction = keyof typeof planCommands.commands
