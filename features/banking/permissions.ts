import type { Role } from '@quaff/features/accounts/contract'

/** Action → roles. Administrators see all rows, owners and viewers their own (spec §6, G11). */
export const bankingPermissions = {
  'bank.get': ['quaff_admin', 'merchant_owner'],
  /** The only information that viewers get. */
  'bank.onFile': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'bank.save': ['quaff_admin', 'merchant_owner'],
} as const satisfies Record<string, readonly Role[]>

export const bankingPermissionLabels: Readonly<Record<keyof typeof bankingPermissions, string>> = {
  'bank.get': 'View masked bank details',
  'bank.onFile': 'Check whether bank details are on file',
  'bank.save': 'Change bank details',
}
