import type { Role } from '@quaff/features/accounts/contract'

/** Administrators in the global view (spec §2). Answering is public. */
export const signupFormPermissions = {
  'form.view': ['quaff_admin'],
  'form.edit': ['quaff_admin'],
  'submission.view': ['quaff_admin'],
  'submission.decide': ['quaff_admin'],
  'submission.export': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const signupFormPermissionLabels: Readonly<Record<keyof typeof signupFormPermissions, string>> = {
  'form.view': 'View signup forms',
  'form.edit': 'Build and publish signup forms',
  'submission.view': 'View submissions',
  'submission.decide': 'Approve and reject submissions',
  'submission.export': 'Export submissions',
}
