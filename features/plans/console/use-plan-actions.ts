import { useCan } from '@quaff/features/sessions/console/session-widget'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PlanRecord, PlanRow } from '../contract'
import { planPermissions } from '../permissions'
import { plansApi } from './plan-queries'

type Target = Pick<PlanRow, 'id' | 'merchantId' | 'name' | 'version'>

const keys = [plansApi.key()]

export function usePlanActions(onOpen: (planId: string) => void) {
  const copying = useWrite<Target, null, PlanRecord>({
    call: ({ id: planId, merchantId }) => plansApi.duplicate.call({ merchantId, planId, requestKey: newRequestKey() }),
    keys,
    failed: 'Couldn’t duplicate the plan',
  })
  const duplicate = async (plan: Target) => {
    const made = await copying.start(plan, null)
    if (!made) return
    notifySuccess(`${isolated(plan.name)} duplicated`, 'The copy is inactive until you activate it.')
    onOpen(made.id)
  }
  const switching = useWrite<Target & Pick<PlanRow, 'active'>, boolean>({
    call: ({ id: planId, merchantId, version }, active) =>
      plansApi.setActive.call({ merchantId, planId, version, active }),
    keys,
    next: (active) => ({ active }),
    failed: 'Couldn’t change the plan',
    done: (saved, active) => ({
      title: `${isolated(saved.name)} ${active ? 'activated' : 'deactivated'}`,
      ...(active && { message: 'New customers can buy it while the venue is selling.' }),
      undo: () => switching.run(saved, !active),
    }),
  })
  return {
    duplicate: (plan: Target) => void duplicate(plan),
    activate: (plan: Target & Pick<PlanRow, 'active'>) => switching.run(plan, true),
  }
}

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
