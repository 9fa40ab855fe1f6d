import type { Role } from '@quaff/features/accounts/contract'

export const sourcePermissions = { 'source.list': ['quaff_admin'] } as const satisfies Record<string, readonly Role[]>

export const sourcePermissionLabels: Readonly<Record<keyof typeof sourcePermissions, string>> = {
  'source.list': 'View event sources',
}
