import type { Role } from '@quaff/features/accounts/contract'

/** Administrators see all rows, owners and viewers only their own merchants'. */
export const refundPermissions = {
  'refund.view': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  /** Record a refund by hand, and release the charge of a dispute. */
  'refund.manage': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const refundPermissionLabels: Readonly<Record<keyof typeof refundPermissions, string>> = {
  'refund.view': 'View refunds and disputes',
  'refund.manage': 'Record refunds and disputes',
}
