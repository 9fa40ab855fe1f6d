import { intervalText, type RecentSubscription } from '@quaff/features/subscriptions/rules'
import { moneyFormatter } from '@quaff/platform/shared/money/money-formatter'
import { codeTitle, isolated } from '@quaff/platform/shared/readable-text'
import { activityLimits, activityNotices } from './contract'
import type { ActivityItem, ActivityType } from './contract'
import { auditSentence } from './sentences-rules'

const dayMs = 86_400_000
export const surgeWindowMs = 3_600_000

/** Returns the start of the feed's window (spec §9). */
export const activitySince = (now: Date) => new Date(now.getTime() - activityLimits.windowDays * dayMs)

export type MerchantEntry = {
  id: string
  name: string
  businessType: string | null
  city: string | null
  status: string
  needsReview: boolean
  createdAt: Date
}

/** Spec §4: "application submitted" when in review, otherwise "registered". */
export function merchantItem(merchant: MerchantEntry): ActivityItem {
  const isApplication = merchant.status === 'pending_review' || merchant.needsReview
  const where = [merchant.businessType && codeTitle(merchant.businessType), merchant.city].filter(Boolean).join(', ')
  return {
    id: `merchant:${merchant.id}`,
    type: isApplication ? 'merchant_application_submitted' : 'merchant_registered',
    title: isApplication
      ? `${isolated(merchant.name)} submitted an application`
      : `${isolated(merchant.name)} registered`,
    description: sentences(where, isApplication ? 'Waiting for review' : ''),
    timestamp: merchant.createdAt,
    merchantId: merchant.id,
  }
}

export type SignupEntry = { id: string; businessName: string; isWaiting: boolean; createdAt: Date }

/** An application from the partner pages. It becomes a merchant only after approval. */
export function signupItem(signup: SignupEntry): ActivityItem {
  return {
    id: `signup:${signup.id}`,
    type: 'merchant_application_submitted',
    title: `${isolated(signup.businessName)} submitted an application`,
    description: sentences('Partner application', signup.isWaiting ? 'Waiting for review' : ''),
    timestamp: signup.createdAt,
    metadata: { signupId: signup.id },
  }
}

export type AuditEntry = {
  id: string
  action: string
  targetType: string
  targetId: string
  merchantId: string | null
  /** Null if the merchant was deleted. */
  merchantName: string | null
  /** The affected user. Null if the target is not a user or the user is deleted. */
  targetUserId: string | null
  /** The subject's name as the change recorded it. */
  targetName: string | null
  isLive: boolean | null
  adminUserId: string | null
  adminName: string | null
  occurredAt: Date
  /** The day in the platform's zone. `more`: earlier actions of this kind by the same person on that day. */
  day: string
  more: number
}

/** The types that spec §3 names. Other actions read "Admin Action" (G30), with the sentence below. */
const auditTypes: Readonly<Record<string, ActivityType>> = {
  approve_merchant: 'merchant_approved',
  request_approval: 'merchant_application_submitted',
  create_plan: 'plan_created',
  generate_payout: 'payout_generated',
  create_merchant: 'admin_action',
  update_merchant: 'admin_action',
  update_plan: 'admin_action',
  grant_admin: 'admin_action',
  revoke_admin: 'admin_action',
}

/** Actions of the business. They are folded apart from all others, so that a long import leaves them in the feed. */
export const businessActions: readonly string[] = Object.keys(auditTypes).filter(
  (action) => auditTypes[action] !== 'admin_action',
)

export function auditItem(entry: AuditEntry): ActivityItem {
  const type = Object.hasOwn(auditTypes, entry.action) ? auditTypes[entry.action] : undefined
  const folded = entry.more > 0 ? ` and ${entry.more} more` : ''
  const sentence = `${auditSentence(entry)}${folded}`
  return {
    id: `audit:${entry.id}`,
    type: type ?? 'admin_action',
    title: type ? sentence : 'Admin Action',
    description: type ? '' : `${sentence}.`,
    timestamp: entry.occurredAt,
    ...linkOf(entry),
    metadata: { action: entry.action, targetType: entry.targetType, ...foldOf(entry) },
  }
}

/** An export has no record, and a deleted record cannot be opened. */
function linkOf(entry: AuditEntry): Pick<ActivityItem, 'merchantId' | 'userId'> {
  if (entry.action.startsWith('export_')) return {}
  return {
    ...(entry.merchantId && entry.merchantName !== null ? { merchantId: entry.merchantId } : {}),
    ...(entry.targetUserId ? { userId: entry.targetUserId } : {}),
  }
}

/** Links folded rows to the audit log, filtered by actor and day. */
function foldOf({ more, adminUserId, day }: AuditEntry): ActivityItem['metadata'] {
  return more > 0 && adminUserId !== null ? { more, adminUserId, day } : {}
}

export function subscriptionItem(entry: RecentSubscription): ActivityItem {
  const plan = entry.planName ?? 'Unknown Plan'
  const type = subscriptionType(entry)
  const titles = {
    subscription_cancelled: `Subscription canceled: ${isolated(plan)}`,
    user_subscribed: `New subscriber on ${isolated(plan)}`,
    subscription_created: `Subscription created: ${isolated(plan)}`,
  } as const satisfies Record<typeof type, string>
  return {
    id: `subscription:${entry.id}:${type}`,
    type,
    title: titles[type],
    description: `${isolated(entry.merchantName ?? 'Unknown Merchant')}, ${money(entry.price.amountMinor, entry.price.currency)} / ${intervalText(entry.price)}`,
    timestamp: type === 'subscription_cancelled' ? entry.updatedAt : entry.createdAt,
    merchantId: entry.merchantId,
    ...(entry.userId ? { userId: entry.userId } : {}),
    metadata: { subscriptionId: entry.id, monthlyMinor: entry.monthlyMinor, currency: entry.currency },
  }
}

function subscriptionType(entry: RecentSubscription) {
  if (entry.status === 'canceled') return 'subscription_cancelled'
  return entry.isFirstOfUser ? 'user_subscribed' : 'subscription_created'
}

export type SurgeDetails = {
  now: Date
  /** Start of the current hour in the platform's zone: the feed shows one surge per hour. */
  hour: Date
  perMerchant: readonly { merchantId: string; name: string | null; count: number }[]
}

/**
 * Returns an item if there were more than fifty redemptions in the last hour. Names a merchant that has more than half
 * of them.
 */
export function surgeItem({ now, hour, perMerchant }: SurgeDetails): ActivityItem | null {
  const count = perMerchant.reduce((sum, one) => sum + one.count, 0)
  if (count <= activityLimits.surgeThreshold) return null
  const main = perMerchant.find((one) => one.count * 2 > count)
  const venues = perMerchant.filter((one) => one.count > 0).length
  return {
    id: `surge:${hour.toISOString()}`,
    type: 'redemption_surge',
    title: `${formatCount(count)} redemptions in the last hour`,
    description: main
      ? `${formatCount(main.count)} of them at ${isolated(main.name ?? 'Unknown Merchant')}`
      : `Across ${venues} merchants`,
    timestamp: now,
    ...(main ? { merchantId: main.merchantId } : {}),
    metadata: { count },
  }
}

/** Returns the item of a feed that is empty because it could not be read (spec §8). */
export function setupPlaceholder(now: Date): ActivityItem {
  return {
    id: 'setup',
    type: 'activity_setup',
    title: activityNotices.setup,
    description: 'Couldn’t load recent activity.',
    timestamp: now,
  }
}

export function mentionsPermission(message: string): boolean {
  return /permission/i.test(message)
}

/** Merges all sources, newest first (spec §9). Equal times are ordered by id, so that the order is stable. */
export function mergeActivity(
  items: readonly ActivityItem[],
  { limit, type }: { limit: number; type?: ActivityType },
): ActivityItem[] {
  const submitted = new Set(items.flatMap((item) => (isSubmission(item) ? [item.merchantId] : [])))
  return items
    .filter((item) => type === undefined || item.type === type)
    .filter((item) => isSubmission(item) || !isApplication(item) || !submitted.has(item.merchantId))
    .toSorted(newestFirst)
    .slice(0, limit)
}

function newestFirst(one: ActivityItem, other: ActivityItem) {
  return other.timestamp.getTime() - one.timestamp.getTime() || (one.id < other.id ? -1 : 1)
}

/** If an application is recorded twice, the row with its sender and time is used. */
const isApplication = ({ type }: ActivityItem) => type === 'merchant_application_submitted'
const isSubmission = (item: ActivityItem) => isApplication(item) && !item.id.startsWith('merchant:')

const money = moneyFormatter('en-US')
const { format: formatCount } = new Intl.NumberFormat('en-US')

const sentences = (...parts: string[]) =>
  parts
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(' ')
