import type { Role } from '@quaff/features/accounts/contract'

/** Administrators over all merchants or one; owners and viewers over their own (spec §6, G14). */
export const analyticsPermissions = {
  'analytics.view': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
} as const satisfies Record<string, readonly Role[]>

export const analyticsPermissionLabels: Readonly<Record<keyof typeof analyticsPermissions, string>> = {
  'analytics.view': 'View analytics',
}
