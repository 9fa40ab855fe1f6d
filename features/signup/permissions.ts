import type { Role } from '@quaff/features/accounts/contract'

/** Applying is for everybody; reading applications for administrators (spec §6). */
export const signupPermissions = {
  'signup.view': ['quaff_admin'],
  'signup.decide': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const signupPermissionLabels: Readonly<Record<keyof typeof signupPermissions, string>> = {
  'signup.view': 'View applications',
  'signup.decide': 'Approve and decline applications',
}
