import type { Role } from '@quaff/features/accounts/contract'

/** Action → roles. Which rows: administrators all, owners and viewers their own (spec §6). */
export const merchantPermissions = {
  'merchant.list': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'merchant.get': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'merchant.subscribers': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'merchant.create': ['quaff_admin'],
  'merchant.update': ['quaff_admin', 'merchant_owner'],
  'merchant.setLive': ['quaff_admin', 'merchant_owner'],
  'merchant.approve': ['quaff_admin'],
  'merchant.requestChanges': ['quaff_admin'],
  'merchant.decline': ['quaff_admin'],
  'merchant.suspend': ['quaff_admin'],
  'merchant.archive': ['quaff_admin'],
  'merchant.restore': ['quaff_admin'],
  /** Owners only what is still in setup. */
  'merchant.delete': ['quaff_admin', 'merchant_owner'],
  'merchant.review': ['quaff_admin'],
  'merchant.impact': ['quaff_admin'],
  'merchant.export': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const merchantPermissionLabels: Readonly<Record<keyof typeof merchantPermissions, string>> = {
  'merchant.list': 'List merchants',
  'merchant.get': 'View a merchant',
  'merchant.subscribers': 'View subscribers',
  'merchant.create': 'Create merchants',
  'merchant.update': 'Edit a merchant',
  'merchant.setLive': 'Pause and resume a merchant',
  'merchant.approve': 'Approve merchants',
  'merchant.requestChanges': 'Request changes',
  'merchant.decline': 'Reject merchants',
  'merchant.suspend': 'Suspend merchants',
  'merchant.archive': 'Archive merchants',
  'merchant.restore': 'Restore archived merchants',
  'merchant.delete': 'Delete unused merchants',
  'merchant.review': 'Mark merchants as reviewed',
  'merchant.impact': 'View the impact of a change',
  'merchant.export': 'Export merchants',
}
