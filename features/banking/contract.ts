import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'

export const accountTypes = ['checking', 'savings'] as const
export type AccountType = (typeof accountTypes)[number]
/** Always manual (spec §3). */
export const payoutMethod = 'manual'
export const payoutSchedule = 'manual'
export const verificationStatuses = ['verified'] as const

export const bankLimits = {
  numberMin: 4,
  /** The longest IBAN. */
  numberMax: 34,
  /** Before normalization, with spaces and hyphens. */
  wireNumber: 128,
  shownDigits: 4,
  holderName: textLimits.short,
} as const

/** `incomplete` lacks a field that a payout needs. `unreadable` has a number that cannot be decrypted. */
export const bankStates = ['none', 'incomplete', 'unreadable', 'verified'] as const
export type BankState = (typeof bankStates)[number]

export const bankWarnings = [
  'SWAPPED',
  'ROUTING_CHECKSUM',
  'ROUTING_LENGTH',
  'ROUTING_LETTER_O',
  'ACCOUNT_LETTER_O',
  'IBAN_LENGTH',
  'IBAN_CHECK',
] as const
export type BankWarning = (typeof bankWarnings)[number]

/** `banking` of spec §3. The account number is masked, the routing number is not. */
export const bankRecordSchema = z.object({
  accountHolderName: z.string(),
  /** One of `accountTypes`; imported records may have other values. */
  accountType: z.string(),
  routingNumber: z.string(),
  accountNumber: z.string().nullable(),
  hasEncryptedAccountNumber: z.boolean(),
  payoutMethod: z.literal(payoutMethod),
  payoutSchedule: z.literal(payoutSchedule),
  verificationStatus: z.enum(verificationStatuses).nullable(),
  verifiedAt: z.date().nullable(),
  updatedAt: z.date(),
  /** Name or email of the last editor; null if unknown. */
  changedBy: z.string().nullable(),
  version: z.int(),
})
export type BankRecord = z.infer<typeof bankRecordSchema>

export const bankOverviewSchema = z.object({
  merchantName: z.string(),
  state: z.enum(bankStates),
  /** Null until details are recorded. */
  bank: bankRecordSchema.nullable(),
  /** Why the details cannot be changed now, as a sentence; null if they can. */
  lockedReason: z.string().nullable(),
})
export type BankOverview = z.infer<typeof bankOverviewSchema>

const sentNumber = z.string().max(bankLimits.wireNumber)

/** Spec §7, G32. `accountName` is the holder's name. A blank number keeps the stored one. */
export const bankInfoSchema = z.strictObject({
  routingNumber: sentNumber,
  accountNumber: sentNumber.optional(),
  accountName: z.string().max(bankLimits.holderName),
  accountType: z.enum(accountTypes),
})
export type BankInfo = z.infer<typeof bankInfoSchema>

/** The callable of spec §7 has no version, so the last write wins. The audit log contains every change. */
export const saveMerchantBankInfoInput = z.strictObject({ merchantId: idSchema, bankInfo: bankInfoSchema })
/** `version` of the record on screen; 0 if there was none. */
export const saveBankInput = saveMerchantBankInfoInput.extend({ version: z.int().min(0) })
export type SaveBankInput = z.infer<typeof saveBankInput>

export const saveBankOutput = z.object({
  success: z.literal(true),
  bank: bankRecordSchema,
  /** Warnings that were accepted on saving. */
  warnings: z.array(z.enum(bankWarnings)),
})

const merchantInput = z.strictObject({ merchantId: idSchema })
const get = route('GET', 'Banking')
const post = route('POST', 'Banking')

export const bankingContract = {
  /** The masked record, for administrators and the merchant's owners. */
  get: get('/banking', 'Bank details of a merchant, masked').input(merchantInput).output(bankOverviewSchema),
  /** The only information that viewers get (G11). */
  onFile: get('/banking/on-file', 'Bank account on file')
    .input(merchantInput)
    .output(z.object({ onFile: z.boolean() })),
  /**
   * Records complete details, which counts as verified.
   * @throws SIGN_IN_AGAIN after five minutes, STALE_VERSION, and the refusal of an invalid field
   */
  save: post('/banking', 'Save the bank details of a merchant').input(saveBankInput).output(saveBankOutput),
}
