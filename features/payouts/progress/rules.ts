import { amountFault, amountTexts, parseAmount } from '@quaff/features/plans/prices/rules'
import { line } from '@quaff/platform/shared/fields/form-fields'
import { refusalText, type ReasonIn, type Verdict } from '@quaff/platform/shared/refusal'
import { periodName } from '../period/rules'
import type { PayoutStatus } from '../statement/contract'
import { adjustmentLimits, nothingText } from './contract'
import type { PayoutAction } from './contract'
import { progressRefusals } from './refusals'

export type PayoutFacts = { status: PayoutStatus; net: number; version: number }
export type ProgressRefusal = 'STALE_VERSION' | ReasonIn<typeof progressRefusals>

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

/** In the server's words, for a disabled button; undefined where state and amount allow it. */
export function refusedProgress(
  action: PayoutAction,
  { status, net }: Omit<PayoutFacts, 'version'>,
): string | undefined {
  const verdict = decideProgress(action, { status, net, version: 0 }, 0)
  return verdict.ok || verdict.reason === 'STALE_VERSION'
    ? undefined
    : refusalText(progressRefusals, verdict.reason, action)
}

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

/** Which way is chosen, so that no minus sign is overlooked or forgotten. */
export type AdjustmentSign = 'add' | 'take'

export const amountField = (currency: string) =>
  line({
    max: 20,
    missing: amountTexts.EMPTY,
    wrong: (typed) => {
      const parsed = parseAmount(typed, currency, adjustmentLimits.largestMinor)
      return parsed.ok && parsed.amountMinor === 0 ? nothingText : amountFault(parsed, currency)
    },
  })

/** Signed; undefined while what was typed is no amount. */
export function adjustmentOf(sign: AdjustmentSign, typed: string, currency: string): number | undefined {
  const parsed = parseAmount(typed, currency, adjustmentLimits.largestMinor)
  if (!parsed.ok || parsed.amountMinor === 0) return undefined
  return sign === 'take' ? -parsed.amountMinor : parsed.amountMinor
}
