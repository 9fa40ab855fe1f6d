import { z } from 'zod'
import { formSchema } from '@quaff/platform/shared/fields/field-schemas'
import { reason } from '@quaff/platform/shared/fields/form-fields'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'
import { payoutStatuses } from '../statement-contract'

export const payoutActions = [
  'addAdjustment',
  'removeAdjustment',
  'carryOver',
  'approve',
  'reopen',
  'discard',
  'close',
  'markSent',
  'confirm',
  'fail',
  'addToNext',
] as const
export type PayoutAction = (typeof payoutActions)[number]

export const nothingText = 'Enter an amount other than 0'
export const reminderLimits = { everyMs: 86_400_000 } as const
export const adjustmentLimits = { largestMinor: 1_000_000_000_00 } as const

const versioned = z.strictObject({ payoutId: idSchema, version: z.int().min(1) })
export const failureField = reason('Say why the payment failed.')
export const adjustmentField = reason('Enter a reason. The merchant reads it on the statement.')

export const payoutActionInput = versioned
export type PayoutActionInput = z.infer<typeof payoutActionInput>
export const failPayoutInput = versioned.extend({ reason: formSchema(failureField) })
export type FailPayoutInput = z.infer<typeof failPayoutInput>
export const addAdjustmentInput = versioned.extend({
  /** Minor units of the payout's currency; may be negative. */
  amountMinor: z
    .int()
    .min(-adjustmentLimits.largestMinor)
    .max(adjustmentLimits.largestMinor)
    .refine((amount) => amount !== 0, nothingText),
  reason: formSchema(adjustmentField),
})
export type AddAdjustmentInput = z.infer<typeof addAdjustmentInput>
/** A waiting adjustment belongs to its merchant, not to a payout. */
export const removeWaitingInput = z.strictObject({ merchantId: idSchema, adjustmentId: idSchema })
export type RemoveWaitingInput = z.infer<typeof removeWaitingInput>
export const removeAdjustmentInput = versioned.extend({ adjustmentId: idSchema })
export type RemoveAdjustmentInput = z.infer<typeof removeAdjustmentInput>

/** Enough to continue without another read. */
export const payoutStateSchema = z.object({
  id: z.string(),
  status: z.enum(payoutStatuses),
  adjustments: z.int(),
  net: z.int(),
  version: z.int(),
})
export type PayoutState = z.infer<typeof payoutStateSchema>

export const remindOwnersInput = z.strictObject({ payoutId: idSchema })
export type RemindOwnersInput = z.infer<typeof remindOwnersInput>
export const remindedSchema = z.object({ remindedAt: z.date() })
export type Reminded = z.infer<typeof remindedSchema>

const post = route('POST', 'Payouts')
const step = (...named: Parameters<typeof post>) =>
  post(...named)
    .input(payoutActionInput)
    .output(payoutStateSchema)

/**
 * draft → approved → sent → confirmed or failed; failed → approved; approved or failed → draft. A payout of 0 goes from
 * draft to confirmed, and back. Administrators only. Refuses with STALE_VERSION, NOT_FOUND, and CONFLICT with a reason.
 */
export const progressContract = {
  addAdjustment: post('/payouts/{payoutId}/adjustments', 'Adjust a draft')
    .input(addAdjustmentInput)
    .output(payoutStateSchema),
  removeAdjustment: post('/payouts/{payoutId}/adjustment-removals', 'Remove an adjustment from a draft')
    .input(removeAdjustmentInput)
    .output(payoutStateSchema),
  /**
   * Corrects a sent or confirmed payout: the line joins the open draft of its merchant and currency, or waits for
   * one.
   */
  addToNext: post('/payouts/{payoutId}/next-adjustments', 'Add a correction to the next payout')
    .input(addAdjustmentInput)
    .output(payoutStateSchema),
  removeWaiting: post('/merchants/{merchantId}/waiting-adjustment-removals', 'Remove a waiting adjustment')
    .input(removeWaitingInput)
    .output(z.object({ removed: z.literal(true) })),
  /** Raises a negative draft to exactly 0, and moves the rest to the merchant's next payout. */
  carryOver: step('/payouts/{payoutId}/carry-over', 'Carry a negative amount to the next period'),
  /** Not below zero. From draft, or from failed to try again. A payout of 0 is settled immediately. */
  approve: step('/payouts/{payoutId}/approval', 'Approve a payout'),
  reopen: step('/payouts/{payoutId}/reopening', 'Reopen an approved or failed payout'),
  /** Settles payouts of 0 that were approved before approval settled them. */
  close: step('/payouts/{payoutId}/closing', 'Settle an approved payout of 0'),
  /** Drafts only. The next generation can take its charges and adjustments. */
  discard: post('/payouts/{payoutId}/discarding', 'Discard a draft')
    .input(payoutActionInput)
    .output(z.object({ discarded: z.literal(true) })),
  markSent: step('/payouts/{payoutId}/sending', 'Mark a payout as sent'),
  confirm: step('/payouts/{payoutId}/confirmation', 'Confirm a payout'),
  /** Asks the owners for missing bank details, once a day for each merchant. */
  remindOwners: post('/payouts/{payoutId}/bank-reminder', 'Ask the owners for bank details')
    .input(remindOwnersInput)
    .output(remindedSchema),
  fail: post('/payouts/{payoutId}/failure', 'Mark a payout as failed').input(failPayoutInput).output(payoutStateSchema),
}
