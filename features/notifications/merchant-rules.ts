import {
  phaseOf,
  stepLabels,
  stepScreens,
  stepsDone,
  stepViews,
  type SetupDetails,
} from '@quaff/features/onboarding/rules'
import { periodName } from '@quaff/features/payouts/period-rules'
import type { CurrentMerchant } from '@quaff/features/sessions/contract'
import { isolated } from '@quaff/platform/shared/readable-text'
import { notificationLimits } from './contract'
import type { PendingItem } from './rules'

export type MerchantDetails = SetupDetails & {
  id: string
  logoUrl: string | null
  isLive: boolean
  statusReason: string | null
  statusChangedAt: Date
  createdAt: Date
  /** The latest change request. */
  request: { note: string; requestedAt: Date } | null
  bankUpdatedAt: Date | null
  bankUpdatedBy: string | null
  /** Recently approved, newest first. */
  statements: readonly { payoutId: string; period: string; approvedAt: Date }[]
}

export type Caller = { userId: string; isOwner: boolean }

/** Pending items of a merchant's staff. Viewers see only its status, because they cannot act on the rest. */
export function merchantItems(details: MerchantDetails, caller: Caller, now: Date): PendingItem[] {
  const state = stateItems(details, caller)
  if (!caller.isOwner) return state
  return [
    ...state,
    ...requestItems(details),
    ...setupItems(details),
    ...bankItems(details, caller, now),
    ...statementItems(details),
  ]
}

/** An owner whose Business Profile is not saved yet: there is no merchant, only an application. */
export function applicationItem(application: { name: string; createdAt: Date }): PendingItem {
  return {
    id: 'setup',
    kind: 'setup',
    title: application.name ? `Finish setting up ${isolated(application.name)}` : 'Finish setting up your venue',
    detail: `Next: ${stepLabels.profile}`,
    count: 1,
    since: application.createdAt,
    newest: application.createdAt,
    href: stepScreens.profile,
    urgent: false,
    merchant: null,
  }
}

function item(
  { id, name, logoUrl }: MerchantDetails,
  one: Pick<PendingItem, 'kind' | 'title' | 'detail' | 'since' | 'href' | 'urgent'>,
): PendingItem {
  const merchant: CurrentMerchant = { id, name, logoUrl }
  return { id: `${one.kind}:${id}`, count: 1, newest: one.since, merchant, ...one }
}

function stateItems(details: MerchantDetails, { isOwner }: Caller) {
  const phase = phaseOf(details)
  if (phase === 'suspended' || phase === 'rejected') {
    const word = phase === 'suspended' ? 'suspended' : 'rejected'
    const since = details.statusChangedAt
    const title = `${isolated(details.name)} is ${word}`
    return [
      item(details, {
        kind: 'merchant_stopped',
        title,
        detail: details.statusReason,
        since,
        href: '/dashboard',
        urgent: true,
      }),
    ]
  }
  if (phase !== 'approved' || details.isLive) return []
  const detail = 'Customers can’t buy passes until it’s open again.'
  // The page where owners resume it.
  const href = isOwner ? stepScreens.live : '/dashboard'
  const title = `${isolated(details.name)} is paused`
  return [item(details, { kind: 'merchant_paused', title, detail, since: null, href, urgent: false })]
}

function requestItems(details: MerchantDetails) {
  if (!details.request || phaseOf(details) !== 'changes_requested') return []
  const { note, requestedAt } = details.request
  return [
    item(details, {
      kind: 'changes_requested',
      title: `Changes were requested for ${isolated(details.name)}`,
      detail: note || 'See your setup for what to change.',
      since: requestedAt,
      href: '/merchants/onboarding',
      urgent: true,
    }),
  ]
}

function setupItems(details: MerchantDetails) {
  const phase = phaseOf(details)
  if (phase !== 'pending_setup') return []
  const next = stepViews({ phase, done: stepsDone(details), requested: [] }).find(({ state }) => state === 'you')
  if (!next) return []
  return [
    item(details, {
      kind: 'setup',
      title: `Finish setting up ${isolated(details.name)}`,
      detail: next.step === 'live' ? 'Everything is ready. Request approval.' : `Next: ${stepLabels[next.step]}`,
      since: details.createdAt,
      href: stepScreens[next.step],
      urgent: false,
    }),
  ]
}

/** One per statement: a merchant with two currencies has two per month. */
function statementItems(details: MerchantDetails): PendingItem[] {
  return details.statements.map(({ payoutId, period, approvedAt }) => ({
    ...item(details, {
      kind: 'statement_ready',
      title: `Statement for ${periodName(period)} is ready`,
      detail: details.name,
      since: approvedAt,
      href: `/payouts?id=${encodeURIComponent(payoutId)}`,
      urgent: false,
    }),
    id: `statement_ready:${payoutId}`,
  }))
}

function bankItems(details: MerchantDetails, { userId }: Caller, now: Date) {
  const { name, bankVerifiedAt, bankUpdatedAt, bankUpdatedBy } = details
  const href = stepScreens.banking
  if (phaseOf(details) === 'approved' && bankVerifiedAt === null) {
    const title = `Bank details for ${isolated(name)} are missing`
    const detail = 'Add them to get paid.'
    return [item(details, { kind: 'bank_missing', title, detail, since: null, href, urgent: false })]
  }
  const isRecent = bankUpdatedAt !== null && now.getTime() - bankUpdatedAt.getTime() < notificationLimits.recentMs
  if (!isRecent || bankUpdatedBy === null || bankUpdatedBy === userId) return []
  const title = `Bank details for ${isolated(name)} were changed`
  const detail = 'By someone else. Check where your payouts go.'
  return [item(details, { kind: 'bank_changed', title, detail, since: bankUpdatedAt, href, urgent: true })]
}
