import type { Role } from '@quaff/features/sessions/contract'

/** Action → roles. Which rows: administrators all, owners and viewers their own (spec §6). */
export const merchantPermissions = {
  'merchant.list': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'merchant.get': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'merchant.subscribers': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'merchant.approve': ['quaff_admin'],
  'merchant.saveBank': ['quaff_admin', 'merchant_owner'],
} as const satisfies Record<string, readonly Role[]>
