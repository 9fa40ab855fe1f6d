import { useCan } from '@quaff/features/sessions/console/session-widget'
import { planPermissions } from '../permissions'

export interface PlanAccess {
  /** Has the role to change plans; without it menus hold no such actions. */
  hasRole: boolean
  /** Why nothing may be changed now; undefined when it may. */
  reason: string | undefined
}

export function usePlanAccess(lockedReason: string | null | undefined): PlanAccess {
  const edit = useCan(planPermissions, 'plan.edit')
  return { hasRole: edit.allowed, reason: edit.reason ?? lockedReason ?? undefined }
}
