import type { Role } from '@quaff/features/accounts/contract'

/** Events of all merchants arrive at one endpoint, so only the platform has access. */
export const paymentPermissions = {
  'payment.read': ['quaff_admin'],
  'payment.settle': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const paymentPermissionLabels: Readonly<Record<keyof typeof paymentPermissions, string>> = {
  'payment.read': 'View payment provider events',
  'payment.settle': 'Retry and dismiss payment provider events',
}
