import type { Role } from '@quaff/features/accounts/contract'

/** Administrators see all rows; owners and viewers see rows of their merchants (screens, "/affiliates"). */
export const affiliatePermissions = {
  'link.list': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'link.edit': ['quaff_admin', 'merchant_owner'],
  /** Links that are no merchant's. */
  'link.platform': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const affiliatePermissionLabels: Readonly<Record<keyof typeof affiliatePermissions, string>> = {
  'link.list': 'View affiliate links',
  'link.edit': 'Create and edit affiliate links',
  'link.platform': 'Manage links without a merchant',
}
