import type { Role } from '@quaff/features/accounts/contract'

/** What leaves the platform is the platform's alone. */
export const webhookPermissions = {
  'webhook.list': ['quaff_admin'],
  'webhook.change': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const webhookPermissionLabels: Readonly<Record<keyof typeof webhookPermissions, string>> = {
  'webhook.list': 'List',
  'webhook.change': 'Change',
}
