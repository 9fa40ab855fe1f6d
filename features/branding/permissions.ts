import type { Role } from '@quaff/features/accounts/contract'

/** Action → roles. Which rows: administrators all, owners and viewers their own (spec §6). */
export const brandingPermissions = {
  'branding.get': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'branding.change': ['quaff_admin', 'merchant_owner'],
} as const satisfies Record<string, readonly Role[]>

export const brandingPermissionLabels: Readonly<Record<keyof typeof brandingPermissions, string>> = {
  'branding.get': 'View logo and mark',
  'branding.change': 'Change logo and mark',
}
