import type { Role } from '@quaff/features/accounts/contract'

export const activityPermissions = {
  'activity.recent': ['quaff_admin'],
  'activity.audit': ['quaff_admin'],
  /** All users can see their own activity (spec §7 `userActivity`). */
  'activity.ofAnybody': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const activityPermissionLabels: Readonly<Record<keyof typeof activityPermissions, string>> = {
  'activity.recent': 'View recent activity',
  'activity.audit': 'View a merchant’s change history',
  'activity.ofAnybody': 'View any user’s activity',
}
