import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

/** The recorded actions of a user (spec §3 "User activity"). Imported rows may hold other values. */
export const userActivityActions = [
  'sign_in',
  'sign_out',
  'sessions_ended',
  'reauthenticated',
  'account_registered',
  'account_activated',
  'password_set',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'email_changed',
  'profile_updated',
  'second_factor_enabled',
  'second_factor_removed',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'passkey_stopped',
  'single_sign_on_linked',
  'single_sign_on_unlinked',
  'invited',
  'invitation_resent',
  'moved_in_mailed',
  'registration_approved',
  'registration_rejected',
  'role_changed',
  'merchants_changed',
  'suspended',
  'reactivated',
  'export',
] as const
export type UserActivityAction = (typeof userActivityActions)[number]

/** Spec §9. `keptDays` is longer than any question about a known browser looks back. */
export const userActivityLimits = { days: 30, entries: 100, keptDays: 400 } as const

const text = z.string().max(200).optional().catch(undefined)

export const userActivityDetails = z.object({
  /** The id of the actor if it is not the user. */
  by: text,
  /** A sign-in has one of: password, email_link, code, passkey, single_sign_on. */
  method: text,
  /** A sign-in has one of: app, recovery_code. */
  secondFactor: text,
  /** The device of an ended session, or the name of a passkey. */
  device: text,
  /** Number of other sessions that ended. */
  others: z.int().optional().catch(undefined),
  role: text,
  /** The role before. */
  from: text,
  newAddress: z.boolean().optional().catch(undefined),
  merchantId: text,
  what: text,
  format: text,
  /** Names of the filters, never what was typed into them. */
  filters: z.array(z.string().max(200)).max(20).optional().catch(undefined),
  /** Number of selected rows; absent for all matching rows. */
  selected: z.int().optional().catch(undefined),
})
export type UserActivityDetails = z.infer<typeof userActivityDetails>

/** The server adds the time and the program itself. */
export type NewUserActivity = {
  /** The acting user for exports and the profile, otherwise the owner of the account. */
  userId: string
  action: UserActivityAction
  /**
   * Stored but never shown. `browser`: a keyed hash that recognizes the browser. `formerAddress`: an erasure finds
   * emails to this former address by it.
   */
  details?: UserActivityDetails & { browser?: string; formerAddress?: string }
}

export const userActivityEntrySchema = z.object({
  id: z.string(),
  userId: z.string(),
  action: z.string(),
  details: userActivityDetails,
  timestamp: z.date(),
  userAgent: z.string().nullable(),
  /** The actor in words. Null if it was the user or is unknown. */
  byName: z.string().nullable(),
})
export type UserActivityEntry = z.infer<typeof userActivityEntrySchema>

export const userActivityInput = z.strictObject({
  userId: idSchema,
  days: z.int().min(1).max(userActivityLimits.days).default(userActivityLimits.days),
  limit: z.int().min(1).max(userActivityLimits.entries).default(userActivityLimits.entries),
})
export type UserActivityInput = z.infer<typeof userActivityInput>

const get = route('GET', 'Users')

/** `userActivity` of spec §7: administrators may read any user, all others only themselves. */
export const ofUser = get('/users/{userId}/activity', 'Recent activity of a user, newest first')
  .input(userActivityInput)
  .output(z.array(userActivityEntrySchema))
