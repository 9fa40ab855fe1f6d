import type { Role } from '@quaff/features/accounts/contract'

/** Only administrators decide what leaves the platform. */
export const webhookPermissions = {
  'webhook.list': ['quaff_admin'],
  'webhook.change': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const webhookPermissionLabels: Readonly<Record<keyof typeof webhookPermissions, string>> = {
  'webhook.list': 'View webhooks',
  'webhook.change': 'Change webhooks',
}
