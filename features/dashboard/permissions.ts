import type { Role } from '@quaff/features/accounts/contract'

export const dashboardPermissions = {
  'dashboard.metrics': ['quaff_admin'],
  'dashboard.quickActions': ['quaff_admin'],
  'dashboard.merchantOverview': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
} as const satisfies Record<string, readonly Role[]>
