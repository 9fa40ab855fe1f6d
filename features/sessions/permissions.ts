import type { Role } from '@quaff/features/accounts/contract'
import { adminRole } from '@quaff/platform/shared/product'

/** Action → roles. Which merchants: administrators any, owners those of their claims. */
export const sessionPermissions = { 'preview.start': [adminRole, 'merchant_owner'] } as const satisfies Record<
  string,
  readonly Role[]
>

export const sessionPermissionLabels: Readonly<Record<keyof typeof sessionPermissions, string>> = {
  'preview.start': 'Preview a merchant as a viewer',
}
