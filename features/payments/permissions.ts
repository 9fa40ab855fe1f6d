import type { Role } from '@quaff/features/accounts/contract'

/** Events of all merchants arrive at one door: the platform's alone. */
export const paymentPermissions = {
  'payment.read': ['quaff_admin'],
  'payment.settle': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>
