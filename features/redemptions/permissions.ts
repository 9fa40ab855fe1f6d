import type { Role } from '@quaff/features/sessions/contract'

/** What one person drank, at every merchant: merchant roles would see each other's venues in it. */
export const redemptionPermissions = {
  'redemption.ofUser': ['quaff_admin'],
  'redemption.explain': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>
