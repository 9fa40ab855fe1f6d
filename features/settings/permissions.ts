import type { Role } from '@quaff/features/accounts/contract'

/** A user's own settings need no permission. The others concern the whole platform (spec §6). */
export const settingsPermissions = {
  'settings.platform': ['quaff_admin'],
  'settings.health': ['quaff_admin'],
  'settings.retry': ['quaff_admin'],
  'settings.audit': ['quaff_admin'],
  'settings.mails': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const settingsPermissionLabels: Readonly<Record<keyof typeof settingsPermissions, string>> = {
  'settings.platform': 'Change the platform settings',
  'settings.health': 'Check system health',
  'settings.retry': 'Run failed jobs again',
  'settings.audit': 'Read and export the audit log',
  'settings.mails': 'Preview emails',
}
