import type { Role } from '@quaff/features/accounts/contract'

/** Administrators reach all rows, owners and viewers those of their merchants (spec §6). */
export const subscriptionPermissions = {
  'subscription.list': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  /** Search by full name or email. Others search by what they see: first name and initial. */
  'subscription.search': ['quaff_admin'],
  /** Masked for merchant roles, like the list. */
  'subscription.export': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  /** Subscriptions of one person at all merchants. */
  'subscription.ofUser': ['quaff_admin'],
  /** Plan, overall and growth statistics (spec §3). */
  'subscription.stats': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  /** Cancel now or at period end, or withdraw that. */
  'subscription.cancel': ['quaff_admin'],
  /** Decide whether an overlapping charge is paid. */
  'charge.decide': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const subscriptionPermissionLabels: Readonly<Record<keyof typeof subscriptionPermissions, string>> = {
  'subscription.list': 'List subscriptions',
  'subscription.search': 'Search all merchants’ subscriptions',
  'subscription.export': 'Export subscriptions',
  'subscription.ofUser': 'View a customer’s subscriptions',
  'subscription.stats': 'View subscription metrics',
  'subscription.cancel': 'Cancel subscriptions',
  'charge.decide': 'Decide on held charges',
}
