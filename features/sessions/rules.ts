import { adminFlag, adminRole } from '@quaff/platform/shared/product'
import type { Permissions } from './contract'

export type RoleSources = {
  claims: { role?: string; admin?: boolean; quaff_admin?: boolean; isQuaffAdmin?: boolean }
  adminRecordRole: string | null
}

/** Spec §5: role from claims, then legacy flags, then the admin record; null when none names one. */
export function resolveRole({ claims, adminRecordRole }: RoleSources): string | null {
  if (claims.role) return claims.role
  if (claims.admin === true || claims[adminRole] === true || claims[adminFlag] === true) return adminRole
  return adminRecordRole || null
}

/** `customer` and no role at all are refused at the door (decision 9). */
export function mayEnterConsole(role: string | null): role is string {
  return role !== null && role !== 'customer'
}

/** Spec §6 as the eight permissions of §3; a custom role has none. */
export function permissionsFor(role: string, merchantIds: readonly string[]): Permissions {
  const isAdmin = role === adminRole
  const isOwner = role === 'merchant_owner'
  const isViewer = role === 'merchant_viewer'
  return {
    canViewAllMerchants: isAdmin,
    canEditAllMerchants: isAdmin,
    canViewMerchantIds: isOwner || isViewer ? [...merchantIds] : [],
    canEditMerchantIds: isOwner ? [...merchantIds] : [],
    canAccessAnalytics: isAdmin || isOwner || isViewer,
    canManageAdmins: isAdmin,
    canManageBilling: isAdmin || isOwner,
    canViewPayouts: isAdmin || isOwner || isViewer,
  }
}

const roleDescriptions: Record<string, string> = {
  [adminRole]: 'Full platform access',
  merchant_owner: 'Manage assigned merchants',
  merchant_viewer: 'View assigned merchants',
  customer: 'No console access',
}

/** The role texts of spec §6. */
export function describeRole(role: string): string {
  return roleDescriptions[role] ?? 'Custom role'
}

/** Account menu: underscores become spaces (spec §2). */
export function roleLabel(role: string): string {
  return role.replaceAll('_', ' ')
}

export type AssignableMerchant = { id: string; name: string; logoUrl: string | null }

/** Spec §4: first of the claims, else the owned one, else the application's, else a temporary one made from the application. */
export function assignMerchant<M extends AssignableMerchant>(facts: {
  role: string
  claimed: M | null
  owned: M | null
  applied: M | null
  application: { id: string; businessName: string } | null
}): (AssignableMerchant & { temporary: boolean }) | null {
  if (facts.role !== 'merchant_owner' && facts.role !== 'merchant_viewer') return null
  const found = facts.claimed ?? facts.owned ?? facts.applied
  if (found) return { id: found.id, name: found.name, logoUrl: found.logoUrl, temporary: false }
  if (!facts.application) return null
  return { id: facts.application.id, name: facts.application.businessName, logoUrl: null, temporary: true }
}
