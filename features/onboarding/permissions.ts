import type { Role } from '@quaff/features/accounts/contract'

/** Action → roles. Which venues: administrators any merchant, owners and viewers their own (spec §6). */
export const onboardingPermissions = {
  'onboarding.state': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  /** Add another venue. Administrators create merchants instead. */
  'onboarding.open': ['merchant_owner'],
  'onboarding.edit': ['quaff_admin', 'merchant_owner'],
  'onboarding.requestApproval': ['quaff_admin', 'merchant_owner'],
} as const satisfies Record<string, readonly Role[]>

export const onboardingPermissionLabels: Readonly<Record<keyof typeof onboardingPermissions, string>> = {
  'onboarding.state': 'View setup progress',
  'onboarding.open': 'Add another venue',
  'onboarding.edit': 'Fill in the application',
  'onboarding.requestApproval': 'Request approval',
}
