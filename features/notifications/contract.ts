import { z } from 'zod'
import { currentMerchantSchema } from '@quaff/features/sessions/contract'
import { route } from '@quaff/platform/shared/procedure'

const dayMs = 86_400_000

/** Kinds of items, in the order for items of the same age. */
export const waitingKinds = [
  'second_factor',
  'failed_jobs',
  'failed_mails',
  'webhooks_off',
  'merchants_in_review',
  'registrations',
  'submissions',
  'applications',
  'stuck_invitations',
  'payouts_to_approve',
  'open_disputes',
  'refunds_recorded',
  'merchant_stopped',
  'changes_requested',
  'bank_changed',
  'bank_missing',
  'setup',
  'team_invitations',
  'statement_ready',
  'merchant_paused',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

export const notificationLimits = {
  /** Larger numbers are not counted exactly. */
  counted: 1_000,
  /** The sidebar shows no exact number from here on. */
  onWaitlists: 100,
  merchants: 50,
  /** An invitation that old is stuck: its link has ended by then. */
  stuckAfterMs: 3 * dayMs,
  /** How long a failed email or job, a change of bank details or a new statement is listed. */
  recentMs: 7 * dayMs,
  /** A continuing problem counts as new again this long after it was last seen. */
  againAfterMs: dayMs,
  /** Hours of the platform's day, the second excluded. */
  mailFromHour: 7,
  mailUntilHour: 12,
  refetchMs: 60_000,
  liveQuietMs: 1_000,
} as const

export const waitingItemSchema = z.object({
  /** Stable while the same item is pending. */
  id: z.string(),
  kind: z.enum(waitingKinds),
  title: z.string(),
  detail: z.string().nullable(),
  /** Capped at `counted`. */
  count: z.int().min(1),
  /** Time of the oldest; null if unknown. */
  since: z.date().nullable(),
  href: z.string(),
  urgent: z.boolean(),
  /** Became open after the bell was last opened. */
  isNew: z.boolean(),
  /** The merchant it is about: the one to choose before `href` is opened. Null: all of them, or none. */
  merchant: currentMerchantSchema.nullable(),
})
export type WaitingItem = z.infer<typeof waitingItemSchema>

/** The most urgent first, then the oldest. `asOf` goes back with `markSeen`. */
export const waitingSchema = z.object({
  asOf: z.date(),
  items: z.array(waitingItemSchema),
  /** People who wait for an invitation, for administrators; more than `onWaitlists` are not counted. */
  onWaitlists: z.int(),
})
export type Waiting = z.infer<typeof waitingSchema>

export const notificationPreferencesSchema = z.object({ dailyMail: z.boolean(), updatedAt: z.date().nullable() })
export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>

export const markSeenInput = z.strictObject({
  /** Up to when the list that was looked at reaches; now when left out. */
  asOf: z.date().optional(),
})
export type MarkSeenInput = z.infer<typeof markSeenInput>

export const updatePreferencesInput = z.strictObject({ dailyMail: z.boolean() })
export type UpdatePreferencesInput = z.infer<typeof updatePreferencesInput>

const get = route('GET', 'Notifications')
const post = route('POST', 'Notifications')

export const notificationsContract = {
  waiting: get('/notifications', 'My open tasks').input(z.strictObject({}).optional()).output(waitingSchema),
  /** Stores the latest time of repeated calls; it never moves back. */
  markSeen: post('/notifications/seen', 'Mark my open tasks as seen')
    .input(markSeenInput.optional())
    .output(z.object({ success: z.literal(true) })),
  preferences: get('/notifications/preferences', 'My email settings')
    .input(z.strictObject({}).optional())
    .output(notificationPreferencesSchema),
  /** A switch that only its owner sets: the last write wins, so there is no version. */
  updatePreferences: post('/notifications/preferences', 'Change my email settings')
    .input(updatePreferencesInput)
    .output(notificationPreferencesSchema),
}
