import type { Role } from '@quaff/features/accounts/contract'

/**
 * Maps actions to roles. Administrators reach all rows; owners and viewers reach the rows of their merchants (spec
 * §6).
 */
export const locationPermissions = {
  'location.list': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'location.get': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'location.create': ['quaff_admin', 'merchant_owner'],
  'location.update': ['quaff_admin', 'merchant_owner'],
  'location.remove': ['quaff_admin', 'merchant_owner'],
  'location.import': ['quaff_admin', 'merchant_owner'],
} as const satisfies Record<string, readonly Role[]>

export const locationPermissionLabels: Readonly<Record<keyof typeof locationPermissions, string>> = {
  'location.list': 'List locations',
  'location.get': 'View a location',
  'location.create': 'Add locations',
  'location.update': 'Edit locations',
  'location.remove': 'Delete locations',
  'location.import': 'Import locations',
}
