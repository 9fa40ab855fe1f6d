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

/** “Live” means fresh data, so a merchant is selling or paused. */
export const saleLabel = (isLive: boolean) => (isLive ? 'Selling' : 'Paused')

/** Returns the state in one line, such as "Active · Selling". Has no icons, because the switcher on every page uses it. */
export function merchantStateText({ status, isLive }: Pick<MerchantOption, 'status' | 'isLive'>): string {
  if (status !== 'active') return statusLabels[status]
  return `${statusLabels.active} · ${saleLabel(isLive)}`
}

export function openingText({ status, choosesLive }: Pick<MerchantRecord, 'status' | 'choosesLive'>): string {
  const when = awaitsApproval(status) ? 'approved' : 'restored'
  return `${choosesLive ? 'starts selling' : 'stays paused'} when it is ${when}`
}

export function resultText(merchant: Pick<MerchantRow, 'name' | 'status' | 'isLive' | 'needsReview'>): string {
  const { name, status, isLive, needsReview } = merchant
  const review = needsReview ? ', and waits for review' : ''
  if (status === 'active') return `${isolated(name)} is active and ${saleLabel(isLive).toLowerCase()}${review}.`
  const statusTexts = {
    pending: 'is being set up',
    pending_review: 'waits for review',
    suspended: 'is suspended',
    rejected: 'is rejected',
    archived: 'is archived',
  } as const satisfies Record<Exclude<MerchantStatus, 'active'>, string>
  return `${isolated(name)} ${statusTexts[status]}${status === 'pending_review' ? '' : review}.`
}
