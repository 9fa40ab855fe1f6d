/** What the server notes about a person (spec §3 "User activity"). */
export const userActivityActions = [
  'sign_in',
  'sign_out',
  'account_registered',
  'account_activated',
  'reauthenticated',
  'password_set',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'email_changed',
  'profile_updated',
  'second_factor_enabled',
  'second_factor_removed',
  'recovery_codes_renewed',
  'sessions_ended',
  'invited',
  'invitation_resent',
  'invitation_cancelled',
  'registration_approved',
  'registration_rejected',
  'role_changed',
  'merchants_changed',
  'suspended',
  'reactivated',
  'preview_started',
  'preview_ended',
  'export',
] as const
export type UserActivityAction = (typeof userActivityActions)[number]

/** Plain facts for people: never a secret, a token, a network or the address of somebody else. */
export type UserActivityDetails = Record<string, string | number | boolean | null | readonly string[]>
