import type { Role } from '@quaff/features/accounts/contract'

/** Action → roles. Which venues: administrators any merchant, owners and viewers their own (spec §6). */
export const onboardingPermissions = {
  'onboarding.state': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'onboarding.edit': ['quaff_admin', 'merchant_owner'],
  'onboarding.requestApproval': ['quaff_admin', 'merchant_owner'],
} as const satisfies Record<string, readonly Role[]>
