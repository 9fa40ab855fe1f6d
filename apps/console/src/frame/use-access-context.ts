import { useMemo } from 'react'
import { useLockedPages } from '@quaff/features/onboarding/console/locked-pages-widget'
import { useMerchantSelection, useSessionUser, type SignedIn } from '@quaff/features/sessions/console/session-widget'
import { adminRole } from '@quaff/platform/shared/product'
import type { AccessContext } from './route-access'

const memberRoles: readonly string[] = [adminRole, 'merchant_owner', 'merchant_viewer']

export function useAccessContext(): AccessContext {
  const user = useSessionUser()
  const { current, isGlobalView } = useMerchantSelection()
  const lockedPages = useLockedPages()
  return useMemo(
    () => accessContextOf(user, { current, isGlobalView }, lockedPages),
    [user, current, isGlobalView, lockedPages],
  )
}

export function accessContextOf(
  { role, permissions }: SignedIn['user'],
  { current, isGlobalView }: SignedIn['selection'],
  lockedPages: readonly string[],
): AccessContext {
  return {
    isMember: memberRoles.includes(role),
    isAdmin: role === adminRole,
    isGlobalView,
    hasMerchant: current !== null && !current.temporary,
    needsProfile: current?.temporary === true,
    canChooseMerchant: permissions.canViewAllMerchants || permissions.canViewMerchantIds.length > 0,
    lockedPages,
  }
}
