import type { Role } from '@quaff/features/accounts/contract'

/** Anyone may apply; only administrators read applications (spec §6). */
export const signupPermissions = {
  'signup.view': ['quaff_admin'],
  'signup.decide': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

export const signupPermissionLabels: Readonly<Record<keyof typeof signupPermissions, string>> = {
  'signup.view': 'View applications',
  'signup.decide': 'Approve and reject applications',
}
