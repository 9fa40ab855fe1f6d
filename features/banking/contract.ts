import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'

export const accountTypes = ['checking', 'savings'] as const
export type AccountType = (typeof accountTypes)[number]
/** Spec §3: both are always manual. */
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

/** `incomplete` lacks a field that a payout needs; `unreadable` has a number that no longer opens. */
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

/** `banking` of spec §3. The account number is masked, the routing number is whole. */
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
  /** Name or address of who changed it last; null when that is not known. */
  changedBy: z.string().nullable(),
  version: z.int(),
})
export type BankRecord = z.infer<typeof bankRecordSchema>

export const bankOverviewSchema = z.object({
  merchantName: z.string(),
  state: z.enum(bankStates),
  /** Null until details are recorded. */
  bank: bankRecordSchema.nullable(),
  /** Why the details cannot be changed now, as a sentence; null when they can. */
  lockedReason: z.string().nullable(),
})
export type BankOverview = z.infer<typeof bankOverviewSchema>

const sentNumber = z.string().max(bankLimits.wireNumber)

/** Spec §7; G32: `accountName` is the holder's name, a blank number keeps the one on file. */
export const bankInfoSchema = z.strictObject({
  routingNumber: sentNumber,
  accountNumber: sentNumber.optional(),
  accountName: z.string().max(bankLimits.holderName),
  accountType: z.enum(accountTypes),
})
export type BankInfo = z.infer<typeof bankInfoSchema>

/** The callable of spec §7 knows no version: the last one wins, and every change is in the audit log. */
export const saveMerchantBankInfoInput = z.strictObject({ merchantId: idSchema, bankInfo: bankInfoSchema })
/** `version` is that of the record on the screen, 0 while there was none. */
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
  /** All that viewers learn (G11). */
  onFile: get('/banking/on-file', 'Bank account on file')
    .input(merchantInput)
    .output(z.object({ onFile: z.boolean() })),
  /**
   * Records complete details, which counts as verified. Refuses with SIGN_IN_AGAIN when the sign-in is older than five
   * minutes, with STALE_VERSION, and with the field of a number or name that cannot be right.
   */
  save: post('/banking', 'Save the bank details of a merchant').input(saveBankInput).output(saveBankOutput),
}
