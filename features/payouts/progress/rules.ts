import type { Verdict } from '@quaff/platform/shared/refusal'
import { periodName } from '../period/rules'
import type { PayoutStatus } from '../statement/contract'

export const payoutActions = [
  'addAdjustment',
  'removeAdjustment',
  'carryOver',
  'approve',
  'reopen',
  'discard',
  'markSent',
  'confirm',
  'fail',
] as const
export type PayoutAction = (typeof payoutActions)[number]

export type PayoutFacts = { status: PayoutStatus; net: number; version: number }
export type ProgressRefusal = 'STALE_VERSION' | 'PAYOUT_STATE' | 'PAYOUT_NEGATIVE' | 'PAYOUT_NOT_NEGATIVE'

/** Where each action starts from. */
const startsFrom = {
  addAdjustment: ['draft'],
  removeAdjustment: ['draft'],
  carryOver: ['draft'],
  approve: ['draft', 'failed'],
  reopen: ['approved'],
  discard: ['draft'],
  markSent: ['approved'],
  confirm: ['sent'],
  fail: ['sent'],
} as const satisfies Record<PayoutAction, readonly PayoutStatus[]>

/** Where it leads to; what only changes amounts stays a draft. */
export const leadsTo = {
  addAdjustment: 'draft',
  removeAdjustment: 'draft',
  carryOver: 'draft',
  approve: 'approved',
  reopen: 'draft',
  markSent: 'sent',
  confirm: 'confirmed',
  fail: 'failed',
} as const satisfies Record<Exclude<PayoutAction, 'discard'>, PayoutStatus>

/** For buttons and verbs alike; amounts are asked for by `decideProgress`. */
export function canStart(action: PayoutAction, status: PayoutStatus): boolean {
  return startsFrom[action].some((start) => start === status)
}

export function decideProgress(action: PayoutAction, facts: PayoutFacts, version: number): Verdict<ProgressRefusal> {
  if (facts.version !== version) return { ok: false, reason: 'STALE_VERSION' }
  if (!canStart(action, facts.status)) return { ok: false, reason: 'PAYOUT_STATE' }
  if (action === 'approve' && facts.net < 0) return { ok: false, reason: 'PAYOUT_NEGATIVE' }
  if (action === 'carryOver' && facts.net >= 0) return { ok: false, reason: 'PAYOUT_NOT_NEGATIVE' }
  return { ok: true }
}

/** What has to be true for an action, for its disabled button and its refusal. */
export const stateTexts = {
  addAdjustment: 'Only a draft can be adjusted. Reopen the payout first.',
  removeAdjustment: 'Only a draft can be adjusted. Reopen the payout first.',
  carryOver: 'Only a draft can be carried over.',
  approve: 'Only a draft or a failed payout can be approved.',
  reopen: 'Only an approved payout can be made a draft again.',
  discard: 'Only a draft can be discarded. Reopen the payout first.',
  markSent: 'Only an approved payout can be marked as sent.',
  confirm: 'Only a sent payout can be confirmed.',
  fail: 'Only a sent payout can fail.',
} as const satisfies Record<PayoutAction, string>

export const amountTexts = {
  PAYOUT_NEGATIVE: 'This payout is below zero. Carry it over to the next period or adjust it first.',
  PAYOUT_NOT_NEGATIVE: 'Only an amount below zero is carried over.',
} as const

/** The two lines that move what is below zero to the merchant's next payout: together they are 0. */
export function carryOverLines({ period, net }: { period: string; net: number }) {
  return {
    here: { amountMinor: -net, reason: 'Carried over to the next period' },
    waiting: { amountMinor: net, reason: `Carried over from ${periodName(period)}` },
  }
}

const waitingSuffix = '-rest'

/** The id of the waiting line of a carried amount: the two are one thing in two places. */
export const waitingIdOf = (hereId: string): string => `${hereId}${waitingSuffix}`
export const isCarriedIn = (adjustmentId: string): boolean => adjustmentId.endsWith(waitingSuffix)
