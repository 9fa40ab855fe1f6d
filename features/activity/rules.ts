import { activityLimits, activityNotices } from './contract'
import type { ActivityItem, ActivityType } from './contract'

const dayMs = 86_400_000
export const surgeWindowMs = 3_600_000

/** Everything later than this belongs to the feed (spec §9). */
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
  const where = [sentenceCase(merchant.businessType), merchant.city].filter(Boolean).join(', ')
  return {
    id: `merchant:${merchant.id}`,
    type: isApplication ? 'merchant_application_submitted' : 'merchant_registered',
    title: isApplication ? `${merchant.name} submitted an application` : `${merchant.name} registered`,
    description: sentences(where, isApplication ? 'Waiting for review' : ''),
    timestamp: merchant.createdAt,
    merchantId: merchant.id,
  }
}

export type AuditEntry = {
  id: string
  action: string
  targetType: string
  targetId: string
  merchantId: string | null
  merchantName: string | null
  /** What the change itself says about the name of its subject. */
  targetName: string | null
  adminName: string | null
  occurredAt: Date
}

type AuditWording = { type: ActivityType; title: (entry: AuditEntry) => string }

const merchantOf = (entry: AuditEntry) => entry.merchantName ?? 'Unknown Merchant'
const auditWordings: Record<string, AuditWording> = {
  approve_merchant: { type: 'merchant_approved', title: (entry) => `${merchantOf(entry)} was approved` },
  create_plan: { type: 'plan_created', title: (entry) => `Plan created: ${entry.targetName ?? 'Unknown Plan'}` },
  generate_payout: { type: 'payout_generated', title: () => 'Payout statement generated' },
  create_merchant: { type: 'admin_action', title: (entry) => `${merchantOf(entry)} was created` },
  update_merchant: { type: 'admin_action', title: (entry) => `${merchantOf(entry)} was updated` },
  update_plan: { type: 'admin_action', title: (entry) => `Plan updated: ${entry.targetName ?? 'Unknown Plan'}` },
  grant_admin: { type: 'admin_action', title: (entry) => `Admin access granted to ${entry.targetName ?? 'a user'}` },
  revoke_admin: { type: 'admin_action', title: (entry) => `Admin access revoked from ${entry.targetName ?? 'a user'}` },
}

/** Spec §8: the title of an audit action that the feed has no words for. */
const unknownAction: AuditWording = { type: 'admin_action', title: () => 'Admin Action' }

export function auditItem(entry: AuditEntry): ActivityItem {
  const wording = Object.hasOwn(auditWordings, entry.action)
    ? (auditWordings[entry.action] ?? unknownAction)
    : unknownAction
  const title = wording.title(entry)
  const merchant = entry.merchantName && !title.includes(entry.merchantName) ? entry.merchantName : ''
  return {
    id: `audit:${entry.id}`,
    type: wording.type,
    title,
    description: sentences(merchant, `By ${entry.adminName ?? 'the system'}`),
    timestamp: entry.occurredAt,
    ...(entry.merchantId ? { merchantId: entry.merchantId } : {}),
    ...(entry.targetType === 'user' ? { userId: entry.targetId } : {}),
    metadata: { action: entry.action, targetType: entry.targetType },
  }
}

export type SubscriptionEntry = {
  id: string
  merchantId: string
  merchantName: string | null
  planName: string | null
  userId: string | null
  status: string
  monthlyMinor: number
  currency: string
  createdAt: Date
  updatedAt: Date
  isFirstOfUser: boolean
}

export function subscriptionItem(entry: SubscriptionEntry): ActivityItem {
  const plan = entry.planName ?? 'Unknown Plan'
  const type = subscriptionType(entry)
  const titles = {
    subscription_cancelled: `Subscription cancelled: ${plan}`,
    user_subscribed: `New subscriber on ${plan}`,
    subscription_created: `Subscription created: ${plan}`,
  } as const satisfies Record<typeof type, string>
  return {
    id: `subscription:${entry.id}:${type}`,
    type,
    title: titles[type],
    description: `${entry.merchantName ?? 'Unknown Merchant'}, ${formatMonthly(entry.monthlyMinor, entry.currency)}`,
    timestamp: type === 'subscription_cancelled' ? entry.updatedAt : entry.createdAt,
    merchantId: entry.merchantId,
    ...(entry.userId ? { userId: entry.userId } : {}),
    metadata: { subscriptionId: entry.id, monthlyMinor: entry.monthlyMinor, currency: entry.currency },
  }
}

function subscriptionType(entry: SubscriptionEntry) {
  if (entry.status === 'canceled') return 'subscription_cancelled'
  return entry.isFirstOfUser ? 'user_subscribed' : 'subscription_created'
}

export type SurgeFacts = {
  now: Date
  /** Start of the current hour in the platform's zone: the feed shows one surge per hour. */
  hour: Date
  perMerchant: readonly { merchantId: string; name: string | null; count: number }[]
}

/** Shown above fifty redemptions in the last hour; names the venue that has more than half of them. */
export function surgeItem({ now, hour, perMerchant }: SurgeFacts): ActivityItem | null {
  const count = perMerchant.reduce((sum, one) => sum + one.count, 0)
  if (count <= activityLimits.surgeThreshold) return null
  const main = perMerchant.find((one) => one.count * 2 > count)
  const venues = perMerchant.filter((one) => one.count > 0).length
  return {
    id: `surge:${hour.toISOString()}`,
    type: 'redemption_surge',
    title: `${count} redemptions in the last hour`,
    description: main ? `${main.count} of them at ${main.name ?? 'Unknown Merchant'}` : `Across ${venues} merchants`,
    timestamp: now,
    ...(main ? { merchantId: main.merchantId } : {}),
    metadata: { count },
  }
}

/** Stands in a feed that is empty because it could not be read (spec §8). */
export function setupPlaceholder(now: Date): ActivityItem {
  return {
    id: 'setup',
    type: 'activity_setup',
    title: activityNotices.setup,
    description: 'Recent activity could not be loaded.',
    timestamp: now,
  }
}

export function mentionsPermission(message: string): boolean {
  return /permission/i.test(message)
}

/** Newest first; equal times by id, so that the order is the same on every read. */
export function mergeActivity(
  items: readonly ActivityItem[],
  { limit, type }: { limit: number; type?: ActivityType },
): ActivityItem[] {
  return items
    .filter((item) => type === undefined || item.type === type)
    .toSorted((one, other) => other.timestamp.getTime() - one.timestamp.getTime() || (one.id < other.id ? -1 : 1))
    .slice(0, limit)
}

function formatMonthly(minor: number, currency: string): string {
  if (!/^[a-z]{3}$/i.test(currency)) return `${minor} ${currency} / month`
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return `${format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))} / month`
}

function sentenceCase(word: string | null): string {
  const text = (word ?? '').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const sentences = (...parts: string[]) =>
  parts
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(' ')
