import type { Role } from '@quaff/features/accounts/contract'

/** Spec §2: only administrators manage waitlists. The public join page needs no permission. */
export const waitlistPermissions = {
  'waitlist.view': ['quaff_admin'],
  'waitlist.manage': ['quaff_admin'],
  'waitlist.changeEntries': ['quaff_admin'],
  'waitlist.import': ['quaff_admin'],
  'waitlist.export': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const waitlistPermissionLabels: Readonly<Record<keyof typeof waitlistPermissions, string>> = {
  'waitlist.view': 'View waitlists and their entries',
  'waitlist.manage': 'Create and edit waitlists',
  'waitlist.changeEntries': 'Invite, shortlist and remove entries',
  'waitlist.import': 'Import a waitlist',
  'waitlist.export': 'Export a waitlist',
}
