import { amountError, amountTexts, parseAmount } from '@quaff/features/plans/price-rules'
import { line } from '@quaff/platform/shared/fields/form-fields'
import { refusalText, type ReasonIn, type Verdict } from '@quaff/platform/shared/refusal'
import { periodName } from '../period-rules'
import type { AdjustmentKind, PayoutStatus } from '../statement-contract'
import { adjustmentLimits, nothingText, reminderLimits } from './contract'
import type { PayoutAction } from './contract'
import { insteadOf, progressRefusals } from './refusals'

export type PayoutDetails = { status: PayoutStatus; net: number; version: number }
export type ProgressRefusal = 'STALE_VERSION' | ReasonIn<typeof progressRefusals>

/** Returns true if the state allows an action. Buttons and the server share this rule. */
export function canStart(action: PayoutAction, { status, net }: Omit<PayoutDetails, 'version'>): boolean {
  // No money moved, so there is nothing to reverse.
  if (action === 'reopen' && status === 'confirmed') return net === 0
  return insteadOf[status][action] === undefined
}

/** Returns the state after an action. Approval settles a payout of 0, because no payment follows. */
export function leadsTo(
  action: Exclude<PayoutAction, 'discard'>,
  { status, net }: Omit<PayoutDetails, 'version'>,
): PayoutStatus {
  if (action === 'approve') return net === 0 ? 'confirmed' : 'approved'
  return action === 'addToNext' ? status : ends[action]
}
const ends = {
  addAdjustment: 'draft',
  removeAdjustment: 'draft',
  carryOver: 'draft',
  reopen: 'draft',
  markSent: 'sent',
  close: 'confirmed',
  confirm: 'confirmed',
  fail: 'failed',
} as const satisfies Partial<Record<PayoutAction, PayoutStatus>>

export function decideProgress(
  action: PayoutAction,
  details: PayoutDetails,
  version: number,
): Verdict<ProgressRefusal> {
  if (details.version !== version)
    return { ok: false, reason: isDone(action, details) ? 'PAYOUT_DONE' : 'STALE_VERSION' }
  if (canStart(action, details)) {
    const reason = refusedAmount(action, details.net)
    return reason ? { ok: false, reason } : { ok: true }
  }
  // Prefer the amount's refusal if the suggested action is refused too.
  const instead = insteadOf[details.status][action]
  return { ok: false, reason: (instead && refusedAmount(instead, details.net)) ?? 'PAYOUT_STATE' }
}

/** Returns true if someone else was first, or the answer to an earlier call was lost. */
const isDone = (action: PayoutAction, details: Omit<PayoutDetails, 'version'>) =>
  action !== 'discard' &&
  action !== 'addToNext' &&
  !canStart(action, details) &&
  leadsTo(action, details) === details.status

function refusedAmount(action: PayoutAction, net: number) {
  if (action === 'approve' && net < 0) return 'PAYOUT_NEGATIVE'
  if (action === 'carryOver' && net >= 0) return 'PAYOUT_NOT_NEGATIVE'
  if (action === 'markSent' && net === 0) return 'PAYOUT_NOTHING'
  return action === 'close' && net !== 0 ? 'PAYOUT_SOMETHING' : undefined
}

/** Returns the server's refusal text for a disabled button, or undefined if the action is possible. */
export function refusedProgress(
  action: PayoutAction,
  { status, net }: Omit<PayoutDetails, 'version'>,
): string | undefined {
  const verdict = decideProgress(action, { status, net, version: 0 }, 0)
  return verdict.ok || verdict.reason === 'STALE_VERSION'
    ? undefined
    : refusalText(progressRefusals, verdict.reason, action, status)
}

/** Returns the two lines that move a negative net to the merchant's next payout. They add up to 0. */
export function carryOverLines({ period, net }: { period: string; net: number }) {
  return {
    here: { amountMinor: -net, reason: 'Carried over to the next period' },
    waiting: { amountMinor: net, reason: `Carried over from ${periodName(period)}` },
  }
}

export const canRemind = (remindedAt: Date | null, now: Date) =>
  remindedAt === null || now.getTime() - remindedAt.getTime() >= reminderLimits.everyMs

const waitingSuffix = '-rest'

/** Returns the id of the waiting line of a carry-over, derived from the line in this payout. */
export const waitingIdOf = (hereId: string): string => `${hereId}${waitingSuffix}`
export const isCarriedIn = (adjustmentId: string): boolean => adjustmentId.endsWith(waitingSuffix)

/**
 * Returns why a line cannot be removed. Refund lines and the like belong to their charge, carried-in lines to the
 * earlier payout.
 */
export function refusedRemoval({
  id,
  kind,
}: {
  id: string
  kind: AdjustmentKind
}): 'BOOKED' | 'CARRIED_IN' | undefined {
  if (kind !== 'manual' && kind !== 'carry') return 'BOOKED'
  return isCarriedIn(id) ? 'CARRIED_IN' : undefined
}

/** Explicit add and deduct options, so that a minus sign cannot be missed. */
export type AdjustmentSign = 'add' | 'take'

export const amountField = (currency: string) =>
  line({
    max: 20,
    missing: amountTexts.EMPTY,
    wrong: (typed) => {
      const parsed = parseAmount(typed, currency, adjustmentLimits.largestMinor)
      return parsed.ok && parsed.amountMinor === 0 ? nothingText : amountError(parsed, currency)
    },
  })

export function adjustmentOf(sign: AdjustmentSign, typed: string, currency: string): number | undefined {
  const parsed = parseAmount(typed, currency, adjustmentLimits.largestMinor)
  if (!parsed.ok || parsed.amountMinor === 0) return undefined
  return sign === 'take' ? -parsed.amountMinor : parsed.amountMinor
}
