import type { Role } from '@quaff/features/accounts/contract'

/** Action → roles. Which venues: administrators any merchant, owners and viewers their own (spec §6). */
export const onboardingPermissions = {
  'onboarding.state': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'onboarding.edit': ['quaff_admin', 'merchant_owner'],
  'onboarding.requestApproval': ['quaff_admin', 'merchant_owner'],
} as const satisfies Record<string, readonly Role[]>

export const onboardingPermissionLabels: Readonly<Record<keyof typeof onboardingPermissions, string>> = {
  'onboarding.state': 'View setup progress',
  'onboarding.edit': 'Fill in the application',
  'onboarding.requestApproval': 'Request approval',
}
