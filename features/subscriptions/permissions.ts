import type { Role } from '@quaff/features/accounts/contract'

/** Which rows: administrators all, owners and viewers their own merchants' (spec §6). */
export const subscriptionPermissions = {
  'subscription.list': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  /** Looking for a person by name or address. */
  'subscription.search': ['quaff_admin'],
  /** Masked for merchant roles, as the list is. */
  'subscription.export': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  /** What one person has, at every merchant. */
  'subscription.ofUser': ['quaff_admin'],
  /** Plan, overall and growth statistics (spec §3). */
  'subscription.stats': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  /** Ending one, now or with its period, and withdrawing that. */
  'subscription.cancel': ['quaff_admin'],
  /** Whether a charge that overlaps another period is paid. */
  'charge.decide': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const subscriptionPermissionLabels: Readonly<Record<keyof typeof subscriptionPermissions, string>> = {
  'subscription.list': 'List subscriptions',
  'subscription.search': 'Search all merchants’ subscriptions',
  'subscription.export': 'Export subscriptions',
  'subscription.ofUser': 'View a customer’s subscriptions',
  'subscription.stats': 'View subscription metrics',
  'subscription.cancel': 'Cancel subscriptions',
  'charge.decide': 'Decide',
}
