import {
  IconAlertCircle,
  IconBolt,
  IconBuildingStore,
  IconCash,
  IconCircleCheck,
  IconFileText,
  IconShield,
  IconTicket,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import type { Tone } from '@quaff/platform/console/display/panel'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { activityTypes, type ActivityItem, type ActivityType } from '../contract'

export type ActivityKind = { label: string; icon: IconLike; tone: Tone }

const kinds = {
  merchant_registered: { label: 'Merchant registered', icon: IconBuildingStore, tone: 'info' },
  merchant_approved: { label: 'Merchant approved', icon: IconCircleCheck, tone: 'ok' },
  plan_created: { label: 'Plan created', icon: IconTicket, tone: 'info' },
  payout_generated: { label: 'Payout generated', icon: IconCash, tone: 'info' },
  user_subscribed: { label: 'First subscription', icon: IconUserPlus, tone: 'ok' },
  merchant_application_submitted: { label: 'Application submitted', icon: IconFileText, tone: 'info' },
  subscription_created: { label: 'Subscription created', icon: IconUserPlus, tone: 'ok' },
  subscription_cancelled: { label: 'Subscription canceled', icon: IconUserMinus, tone: 'neutral' },
  redemption_surge: { label: 'Redemption surge', icon: IconBolt, tone: 'info' },
  admin_action: { label: 'Admin action', icon: IconShield, tone: 'neutral' },
} as const satisfies Record<ActivityType, ActivityKind>

/** Imported data may contain other types (spec §8). */
const unknownKind: ActivityKind = { label: 'Other', icon: IconAlertCircle, tone: 'neutral' }

export function activityKind(type: string): ActivityKind {
  const known = activityTypes.find((candidate) => candidate === type)
  return known ? kinds[known] : unknownKind
}

/** Links to the entry's record, or to the list of folded entries. Returns undefined if there is no page. */
export function activityHref(item: Pick<ActivityItem, 'merchantId' | 'userId' | 'metadata'>): string | undefined {
  const { more, adminUserId, action, day, signupId } = item.metadata ?? {}
  if (more && adminUserId) {
    const filters = { actorId: String(adminUserId), action: String(action), from: String(day), to: String(day) }
    return `/settings?tab=audit&${new URLSearchParams(filters).toString()}`
  }
  if (signupId) return `/applications?id=${encodeURIComponent(String(signupId))}`
  if (item.merchantId) return `/merchants?id=${encodeURIComponent(item.merchantId)}`
  if (item.userId) return `/users?id=${encodeURIComponent(item.userId)}`
  return undefined
}
