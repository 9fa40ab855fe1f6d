import { isolated } from '@quaff/platform/shared/readable-text'
import type { MerchantOption, MerchantRecord, MerchantRow, MerchantStatus } from '../contract'
import { awaitsApproval } from '../lifecycle-rules'

const statusLabels = {
  pending: 'Setup',
  pending_review: 'Pending review',
  active: 'Active',
  suspended: 'Suspended',
  rejected: 'Rejected',
  archived: 'Archived',
} as const satisfies Record<MerchantStatus, string>

/** Returns the state in one line, such as "Active · Live". Has no icons, because the switcher on every page uses it. */
export function merchantStateText({ status, isLive }: Pick<MerchantOption, 'status' | 'isLive'>): string {
  if (status !== 'active') return statusLabels[status]
  return `${statusLabels.active} · ${isLive ? 'Live' : 'Not live'}`
}

/** Describes a merchant that is not active: "opens when it is approved". */
export function openingText({ status, choosesLive }: Pick<MerchantRecord, 'status' | 'choosesLive'>): string {
  const when = awaitsApproval(status) ? 'approved' : 'restored'
  return `${choosesLive ? 'opens' : 'stays closed'} when it is ${when}`
}

/** Describes the result of an administrator's action. */
export function resultText(merchant: Pick<MerchantRow, 'name' | 'status' | 'isLive' | 'needsReview'>): string {
  const { name, status, isLive, needsReview } = merchant
  const review = needsReview ? ', and waits for review' : ''
  if (status === 'active') return `${isolated(name)} is active and ${isLive ? 'live' : 'not live'}${review}.`
  const statusTexts = {
    pending: 'is being set up',
    pending_review: 'waits for review',
    suspended: 'is suspended',
    rejected: 'is declined',
    archived: 'is archived',
  } as const satisfies Record<Exclude<MerchantStatus, 'active'>, string>
  return `${isolated(name)} ${statusTexts[status]}${status === 'pending_review' ? '' : review}.`
}
