import type { Role } from '@quaff/features/accounts/contract'

/** Imports concern the whole platform, so only administrators may run them. */
export const importPermissions = {
  'import.read': ['quaff_admin'],
  'import.run': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const importPermissionLabels: Readonly<Record<keyof typeof importPermissions, string>> = {
  'import.read': 'View imports',
  'import.run': 'Run and undo imports',
}
