import type { Role } from '@quaff/features/accounts/contract'

/** Action → roles (spec §6). Which rows: administrators all, owners and viewers their own merchants' plans. */
export const planPermissions = {
  'plan.view': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'plan.edit': ['quaff_admin', 'merchant_owner'],
} as const satisfies Record<string, readonly Role[]>

export const planPermissionLabels: Readonly<Record<keyof typeof planPermissions, string>> = {
  'plan.view': 'View plans and prices',
  'plan.edit': 'Edit plans and prices',
}
