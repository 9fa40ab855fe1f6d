import type { Role } from '@quaff/features/accounts/contract'

/** What settings hold for oneself needs no right; all else is about the platform as a whole (spec §6). */
export const settingsPermissions = {
  'settings.platform': ['quaff_admin'],
  'settings.health': ['quaff_admin'],
  'settings.audit': ['quaff_admin'],
  'settings.mails': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>
