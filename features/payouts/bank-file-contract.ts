import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'
import { periodSchema } from './period-contract'

/** CSV, ACH credits for US banks, and ISO 20022 credit transfers for SEPA banks. */
export const bankFileFormats = ['csv', 'nacha', 'pain001'] as const
export type BankFileFormat = (typeof bankFileFormats)[number]

const limits = { again: 500, typedIban: 128 } as const

const bankFileChoice = z.strictObject({
  period: periodSchema,
  currency: z.string().regex(/^[a-z]{3}$/),
  /** CSV if absent. */
  format: z.enum(bankFileFormats).optional(),
})
export type BankFileChoice = z.infer<typeof bankFileChoice>

/**
 * The approved payouts of a period in one currency, with full account numbers. Payouts of an earlier file are left out
 * unless `again` lists their ids.
 */
export const bankFileInput = bankFileChoice.extend({
  again: z.array(idSchema).max(limits.again).optional(),
  /** The account that pays. Required for `pain001`; never stored. */
  payerIban: z.string().max(limits.typedIban).optional(),
})
export type BankFileInput = z.infer<typeof bankFileInput>

/** Compared with the bank's display after the upload; sent with the file in `controlTotalHeader`. */
export type ControlTotal = { count: number; sumMinor: number; checksum: string }
export const controlTotalHeader = 'x-control-total'

const get = route('GET', 'Payouts')

export const bankFileContract = {
  /** Payouts that the format cannot pay although CSV can, and missing platform settings. */
  bankFileFit: get('/payout-bank-file-fit', 'What a bank file format leaves out')
    .input(bankFileChoice)
    .output(
      z.object({
        missingSettings: z.array(z.string()),
        unfit: z.array(z.object({ payoutId: z.string(), reason: z.string() })),
      }),
    ),
}
