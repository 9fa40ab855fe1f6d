import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { adminRole } from '@quaff/platform/shared/product'
import type { AccessFacts } from './route-access'

const memberRoles: readonly string[] = [adminRole, 'merchant_owner', 'merchant_viewer']

export function useAccessFacts(): AccessFacts {
  const { role, permissions } = useSessionUser()
  const { current, isGlobalView } = useMerchantSelection()
  return {
    isMember: memberRoles.includes(role),
    isAdmin: role === adminRole,
    isGlobalView,
    hasMerchant: current !== null && !current.temporary,
    needsProfile: current?.temporary === true,
    canChooseMerchant: permissions.canViewAllMerchants || permissions.canViewMerchantIds.length > 0,
  }
}
