import {
  phaseOf,
  stepLabels,
  stepScreens,
  stepsDone,
  stepViews,
  type SetupFacts,
} from '@quaff/features/onboarding/rules'
import { periodName } from '@quaff/features/payouts/period/rules'
import type { CurrentMerchant } from '@quaff/features/sessions/contract'
import { notificationLimits } from './contract'
import type { WaitingFact } from './rules'

export type MerchantFacts = SetupFacts & {
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

export type Asker = { userId: string; isOwner: boolean }

/** Pending items of a merchant's staff. Viewers see only its status, because they cannot act on the rest. */
export function merchantItems(facts: MerchantFacts, asker: Asker, now: Date): WaitingFact[] {
  const state = stateItems(facts, asker)
  if (!asker.isOwner) return state
  return [
    ...state,
    ...requestItems(facts),
    ...setupItems(facts),
    ...bankItems(facts, asker, now),
    ...statementItems(facts),
  ]
}

/** An owner whose Business Profile is not saved yet: there is no merchant, only an application. */
export function applicationItem(application: { name: string; createdAt: Date }): WaitingFact {
  return {
    id: 'setup',
    kind: 'setup',
    title: application.name ? `Finish setting up ${application.name}` : 'Finish setting up your venue',
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
  { id, name, logoUrl }: MerchantFacts,
  one: Pick<WaitingFact, 'kind' | 'title' | 'detail' | 'since' | 'href' | 'urgent'>,
): WaitingFact {
  const merchant: CurrentMerchant = { id, name, logoUrl }
  return { id: `${one.kind}:${id}`, count: 1, newest: one.since, merchant, ...one }
}

function stateItems(facts: MerchantFacts, { isOwner }: Asker): WaitingFact[] {
  const phase = phaseOf(facts)
  if (phase === 'suspended' || phase === 'rejected') {
    const word = phase === 'suspended' ? 'suspended' : 'declined'
    const since = facts.statusChangedAt
    const title = `${facts.name} is ${word}`
    return [
      item(facts, {
        kind: 'merchant_stopped',
        title,
        detail: facts.statusReason,
        since,
        href: '/dashboard',
        urgent: true,
      }),
    ]
  }
  if (phase !== 'approved' || facts.isLive) return []
  const detail = 'Customers can’t buy passes until it’s open again.'
  // The page where owners resume it.
  const href = isOwner ? stepScreens.live : '/dashboard'
  const title = `${facts.name} is paused`
  return [item(facts, { kind: 'merchant_paused', title, detail, since: null, href, urgent: false })]
}

function requestItems(facts: MerchantFacts): WaitingFact[] {
  if (!facts.request || phaseOf(facts) !== 'changes_requested') return []
  const { note, requestedAt } = facts.request
  return [
    item(facts, {
      kind: 'changes_requested',
      title: `Changes were requested for ${facts.name}`,
      detail: note || 'See your setup for what to change.',
      since: requestedAt,
      href: '/merchants/onboarding',
      urgent: true,
    }),
  ]
}

function setupItems(facts: MerchantFacts): WaitingFact[] {
  const phase = phaseOf(facts)
  if (phase !== 'pending_setup') return []
  const next = stepViews({ phase, done: stepsDone(facts), asked: [] }).find(({ state }) => state === 'you')
  if (!next) return []
  return [
    item(facts, {
      kind: 'setup',
      title: `Finish setting up ${facts.name}`,
      detail: next.step === 'live' ? 'Everything is ready. Request approval.' : `Next: ${stepLabels[next.step]}`,
      since: facts.createdAt,
      href: stepScreens[next.step],
      urgent: false,
    }),
  ]
}

/** One per statement: a merchant with two currencies has two per month. */
function statementItems(facts: MerchantFacts): WaitingFact[] {
  return facts.statements.map(({ payoutId, period, approvedAt }) => ({
    ...item(facts, {
      kind: 'statement_ready',
      title: `Statement for ${periodName(period)} is ready`,
      detail: facts.name,
      since: approvedAt,
      href: `/payouts?id=${encodeURIComponent(payoutId)}`,
      urgent: false,
    }),
    id: `statement_ready:${payoutId}`,
  }))
}

function bankItems(facts: MerchantFacts, { userId }: Asker, now: Date): WaitingFact[] {
  const { name, bankVerifiedAt, bankUpdatedAt, bankUpdatedBy } = facts
  const href = stepScreens.banking
  if (phaseOf(facts) === 'approved' && bankVerifiedAt === null) {
    const title = `Bank details for ${name} are missing`
    const detail = 'Add them to get paid.'
    return [item(facts, { kind: 'bank_missing', title, detail, since: null, href, urgent: false })]
  }
  const isRecent = bankUpdatedAt !== null && now.getTime() - bankUpdatedAt.getTime() < notificationLimits.recentMs
  if (!isRecent || bankUpdatedBy === null || bankUpdatedBy === userId) return []
  const title = `Bank details for ${name} were changed`
  const detail = 'By someone else. Check where your payouts go.'
  return [item(facts, { kind: 'bank_changed', title, detail, since: bankUpdatedAt, href, urgent: true })]
}
