import type { Role } from '@quaff/features/sessions/contract'

/** Which rows: administrators all, owners and viewers their own merchants' (spec §6). */
export const subscriptionPermissions = {
  'subscription.list': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  /** What one person has, at every merchant. */
  'subscription.ofUser': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>
