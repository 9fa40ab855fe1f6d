import type { Role } from '@quaff/features/accounts/contract'

/** A key may reach all merchants, so only administrators manage keys. */
export const keyPermissions = { 'key.list': ['quaff_admin'], 'key.change': ['quaff_admin'] } as const satisfies Record<
  string,
  readonly Role[]
>

export const keyPermissionLabels: Readonly<Record<keyof typeof keyPermissions, string>> = {
  'key.list': 'View API keys',
  'key.change': 'Create, rotate and revoke API keys',
}
