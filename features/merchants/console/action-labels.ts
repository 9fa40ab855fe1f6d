import { counted, formatCount } from '@quaff/platform/console/display/formats'
import { summaryOf } from '@quaff/platform/console/list/bulk/use-bulk-run'
import { inWords, isolated } from '@quaff/platform/shared/readable-text'
import type { BatchResult, MerchantImpact, MerchantRecord } from '../contract'

export type ReasonedAction = 'decline' | 'suspend' | 'archive' | 'restore'

type Words = {
  title: (name: string) => string
  button: string
  done: string
  reasonLabel: string
  danger: boolean
  mailsOwners: boolean
  consequence: (impact: MerchantImpact, merchant: Pick<MerchantRecord, 'status'>) => string
}

/** Subscriptions are never touched by a state change: what people paid for stays theirs until it ends. */
function stored({ totalSubscribers, activeSubscribers }: MerchantImpact): string {
  if (totalSubscribers === 0) return 'It has no subscribers.'
  const active = activeSubscribers === totalSubscribers ? '' : ` (${formatCount(activeSubscribers)} active)`
  const verb = totalSubscribers === 1 ? 'keeps the subscription' : 'keep their subscriptions'
  return `Its ${counted(totalSubscribers, 'subscriber', 'subscribers')}${active} ${verb}: nothing is canceled or refunded.`
}

export const mailedReason = 'Owners see this in the email.'

export const reasonedLabels = {
  decline: {
    title: (name) => `Reject ${isolated(name)}?`,
    button: 'Reject',
    done: 'Merchant rejected',
    reasonLabel: 'Reason',
    danger: true,
    mailsOwners: true,
    consequence: (impact) => `It won’t be able to sell passes. You can restore it later. ${stored(impact)}`,
  },
  suspend: {
    title: (name) => `Suspend ${isolated(name)}?`,
    button: 'Suspend',
    done: 'Merchant suspended',
    reasonLabel: 'Reason',
    danger: true,
    mailsOwners: true,
    consequence: (impact) => `It stops selling passes until you restore it. ${stored(impact)}`,
  },
  archive: {
    title: (name) => `Archive ${isolated(name)}?`,
    button: 'Archive',
    done: 'Merchant archived',
    reasonLabel: 'Reason',
    danger: true,
    mailsOwners: false,
    consequence: (impact) =>
      `It stops selling passes and becomes read-only. You can restore it later. ${stored(impact)}`,
  },
  restore: {
    title: (name) => `Restore ${isolated(name)}?`,
    button: 'Restore',
    done: 'Merchant restored',
    reasonLabel: 'Reason',
    danger: false,
    mailsOwners: true,
    consequence: (impact, { status }) =>
      status === 'suspended'
        ? `It becomes active again. If it was selling before, it sells again now. ${stored(impact)}`
        : `It returns to its previous status. ${stored(impact)}`,
  },
} as const satisfies Record<ReasonedAction, Words>

export function mailText({ owners }: Pick<MerchantImpact, 'owners'>): string {
  if (owners === 0) return 'No email will be sent. This merchant has no active owner.'
  return `${counted(owners, 'owner gets', 'owners get')} an email.`
}

export function obstacles(impact: MerchantImpact): string {
  const parts = [
    impact.subscriptions > 0 && counted(impact.subscriptions, 'subscription', 'subscriptions'),
    impact.redemptions > 0 && counted(impact.redemptions, 'redemption', 'redemptions'),
    impact.payouts > 0 && counted(impact.payouts, 'payout', 'payouts'),
  ].filter((part) => part !== false)
  return inWords(parts)
}

export type BatchVerb = 'approve' | 'review'

const merchants = (count: number) => counted(count, 'merchant')

export const batchLabels = {
  approve: {
    title: (count: number) => `Approve ${merchants(count)}?`,
    text: 'Owners get an email.',
    button: 'Approve',
    done: 'approved',
  },
  review: {
    title: (count: number) => `Mark ${merchants(count)} as reviewed?`,
    text: 'Clears “Needs review”. Nothing else changes.',
    button: 'Mark reviewed',
    done: 'marked reviewed',
  },
} as const satisfies Record<BatchVerb, object>

export const batchSummary = (verb: BatchVerb, results: BatchResult) =>
  summaryOf(
    batchLabels[verb].done,
    results.map(({ merchantId: id, ...result }) => ({ id, ...result })),
  )
