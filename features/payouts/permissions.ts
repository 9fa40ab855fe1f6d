import type { Role } from '@quaff/features/accounts/contract'

/** Rows: administrators all; owners and viewers their own merchants', from approval on (spec §6, G2). */
export const payoutPermissions = {
  'payout.view': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  /** Preview, generate, adjust, approve, discard, and record the payment. */
  'payout.manage': ['quaff_admin'],
  /** The only file with full account numbers. It also needs a recent sign-in. */
  'payout.bankFile': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const payoutPermissionLabels: Readonly<Record<keyof typeof payoutPermissions, string>> = {
  'payout.view': 'View payouts and statements',
  'payout.manage': 'Generate, adjust and approve payouts',
  'payout.bankFile': 'Download the bank file',
}
