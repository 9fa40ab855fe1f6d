import type { Role } from '@quaff/features/accounts/contract'

/** `redemption.ofUser` is for administrators, because it shows redemptions at all merchants. */
export const redemptionPermissions = {
  'redemption.ofUser': ['quaff_admin'],
  'redemption.explain': ['quaff_admin'],
  /** Live counter, history and counts: administrators all, owners and viewers of their own merchants. */
  'redemption.list': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  /** Find customers of a merchant by masked name or pass code, and tell whether they can redeem now. */
  'redemption.findCustomer': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'redemption.insights': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'redemption.export': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  /** Owners may void today's redemptions at their own merchants (usage/rules). */
  'redemption.void': ['quaff_admin', 'merchant_owner'],
  'redemption.keep': ['quaff_admin', 'merchant_owner'],
} as const satisfies Record<string, readonly Role[]>

export const redemptionPermissionLabels: Readonly<Record<keyof typeof redemptionPermissions, string>> = {
  'redemption.ofUser': 'View a customer’s redemptions',
  'redemption.explain': 'Check whether a customer can redeem',
  'redemption.list': 'List redemptions',
  'redemption.findCustomer': 'Find customers',
  'redemption.insights': 'View redemption metrics',
  'redemption.export': 'Export redemptions',
  'redemption.void': 'Void redemptions',
  'redemption.keep': 'Keep flagged redemptions',
}
