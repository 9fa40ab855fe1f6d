import { z } from 'zod'
import { pageInput, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'
import { ofUser } from './user-activity-contract'

export const activityTypes = [
  'merchant_registered',
  'merchant_approved',
  'plan_created',
  'payout_generated',
  'user_subscribed',
  'merchant_application_submitted',
  'subscription_created',
  'subscription_cancelled',
  'redemption_surge',
  'admin_action',
] as const
export type ActivityType = (typeof activityTypes)[number]

/** Spec §9. */
export const activityLimits = {
  items: 10,
  allItems: 100,
  windowDays: 7,
  merchants: 10,
  fallbackMerchants: 5,
  signups: 10,
  audit: 20,
  surgeThreshold: 50,
  staleMs: 120_000,
  refetchMs: 60_000,
  pollingMs: 120_000,
  refreshAfterEventMs: 1_000,
} as const

/** Notices keep the titles of spec §8. */
export const activityNotices = {
  setup: 'Activity Feed Setup',
  permissions: 'Firestore Permissions',
  subscriptions: 'Subscription Activity',
} as const
export type ActivityNotice = keyof typeof activityNotices

export const activityItemSchema = z.object({
  id: z.string(),
  /** Unknown types of imported data are shown with a generic icon (spec §8). */
  type: z.string(),
  title: z.string(),
  description: z.string(),
  timestamp: z.date(),
  userId: z.string().optional(),
  merchantId: z.string().optional(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
})
export type ActivityItem = z.infer<typeof activityItemSchema>

/** Values are display texts, cut at 200 characters; null if the field was missing. */
export const auditChangeSchema = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type AuditChange = z.infer<typeof auditChangeSchema>

export const auditRowSchema = z.object({
  id: z.string(),
  /** Spec §3 names some; imported rows may hold any. */
  action: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  /** The subject's name as the change recorded it. */
  targetName: z.string().nullable(),
  /** Null: the system. */
  adminUserId: z.string().nullable(),
  adminName: z.string().nullable(),
  occurredAt: z.date(),
  changes: z.array(auditChangeSchema),
})
export type AuditRow = z.infer<typeof auditRowSchema>

export const merchantAuditInput = pageInput.extend({ merchantId: idSchema })
export type MerchantAuditInput = z.infer<typeof merchantAuditInput>

const get = route('GET', 'Merchants')

export const activityContract = {
  ofUser,
  merchantAudit: get('/merchants/{merchantId}/audit', 'Changes to a merchant, newest first')
    .input(merchantAuditInput)
    .output(pageOf(auditRowSchema)),
  recent: route('GET', 'Dashboard')('/activity', 'Recent activity across all merchants')
    .input(
      z.strictObject({
        limit: z.int().min(1).max(activityLimits.allItems).default(activityLimits.items),
        type: z.enum(activityTypes).optional(),
      }),
    )
    .output(
      z.object({
        items: z.array(activityItemSchema),
        notices: z.array(z.enum(['setup', 'permissions', 'subscriptions'])),
      }),
    ),
}
