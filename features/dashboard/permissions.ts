import type { Role } from '@quaff/features/accounts/contract'

export const dashboardPermissions = {
  'dashboard.metrics': ['quaff_admin'],
  'dashboard.quickActions': ['quaff_admin'],
  'dashboard.firstSteps': ['quaff_admin'],
  'dashboard.merchantOverview': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
} as const satisfies Record<string, readonly Role[]>

export const dashboardPermissionLabels: Readonly<Record<keyof typeof dashboardPermissions, string>> = {
  'dashboard.metrics': 'View platform metrics',
  'dashboard.quickActions': 'Use quick actions',
  'dashboard.firstSteps': 'See the setup checklist',
  'dashboard.merchantOverview': 'View a merchant’s metrics',
}
