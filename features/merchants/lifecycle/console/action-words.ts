import { counted, formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { inWords } from '@quaff/platform/shared/readable-text'
import type { MerchantImpact, MerchantRecord } from '../../contract'

export type ReasonedAction = 'decline' | 'suspend' | 'archive' | 'restore'

type Words = {
  title: (name: string) => string
  button: string
  done: string
  reasonLabel: string
  danger: boolean
  mailsOwners: boolean
  /** What happens to the merchant and its subscribers. */
  consequence: (impact: MerchantImpact, merchant: Pick<MerchantRecord, 'status'>) => string
}

/** Subscriptions are never touched by a state change: what people paid for stays theirs until it ends. */
function kept({ totalSubscribers, activeSubscribers }: MerchantImpact): string {
  if (totalSubscribers === 0) return 'It has no subscribers.'
  const active = activeSubscribers === totalSubscribers ? '' : ` (${formatCount(activeSubscribers)} active)`
  const verb = totalSubscribers === 1 ? 'keeps the subscription' : 'keep their subscriptions'
  return `Its ${counted(totalSubscribers, 'subscriber', 'subscribers')}${active} ${verb}: nothing is canceled or refunded.`
}

export const mailedReason = 'The owners read it in their mail.'

export const reasonedWords = {
  decline: {
    title: (name) => `Decline ${name}?`,
    button: 'Decline',
    done: 'Merchant declined',
    reasonLabel: 'Reason',
    danger: true,
    mailsOwners: true,
    consequence: (impact) => `It leaves the review and cannot go live. It can be restored later. ${kept(impact)}`,
  },
  suspend: {
    title: (name) => `Suspend ${name}?`,
    button: 'Suspend',
    done: 'Merchant suspended',
    reasonLabel: 'Reason',
    danger: true,
    mailsOwners: true,
    consequence: (impact) =>
      `While it is suspended it is not live, and nobody can buy its passes. It can be restored later. ${kept(impact)}`,
  },
  archive: {
    title: (name) => `Archive ${name}?`,
    button: 'Archive',
    done: 'Merchant archived',
    reasonLabel: 'Reason',
    danger: true,
    mailsOwners: false,
    consequence: (impact) =>
      `It is not live any more and can no longer be changed by its owners. Its history stays, and it can be restored. ${kept(impact)}`,
  },
  restore: {
    title: (name) => `Restore ${name}?`,
    button: 'Restore',
    done: 'Merchant restored',
    reasonLabel: 'Reason',
    danger: false,
    mailsOwners: true,
    consequence: (impact, { status }) =>
      status === 'suspended'
        ? `It becomes active again, as live as it was before. ${kept(impact)}`
        : `It returns to the state it had before; what waited for review waits again. ${kept(impact)}`,
  },
} as const satisfies Record<ReasonedAction, Words>

export function mailText({ owners }: Pick<MerchantImpact, 'owners'>): string {
  if (owners === 0) return 'Nobody is mailed: the merchant has no owner with an active account.'
  return `Mail goes to ${counted(owners, 'owner', 'owners')}.`
}

/** What stands against deleting, by name. */
export function obstacles(impact: MerchantImpact): string {
  const parts = [
    impact.subscriptions > 0 && counted(impact.subscriptions, 'subscription', 'subscriptions'),
    impact.redemptions > 0 && counted(impact.redemptions, 'redemption', 'redemptions'),
    impact.payouts > 0 && counted(impact.payouts, 'payout', 'payouts'),
  ].filter((part) => part !== false)
  return inWords(parts)
}
