import { addUserActivity } from '@quaff/features/activity/server'
import { lastDigits } from '@quaff/features/banking/rules'
import { openAccountNumber } from '@quaff/features/banking/server'
import { merchantScope, requireRecentSignIn } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { csvLines, type CsvCell } from '@quaff/platform/server/list/csv'
import { takeFromLimit, type RateLimit } from '@quaff/platform/server/rate-limit'
import { inTransaction } from '@quaff/platform/server/transaction'
import { product } from '@quaff/platform/shared/product'
import { Refusal } from '@quaff/platform/shared/refusal'
import type { BankFileInput } from '../../contract'
import { sumOf } from '../../generation/rules'
import { periodName } from '../../period/rules'
import { payoutPermissions } from '../../permissions'
import { bankProblemOf } from '../../rules'
import { decimalText } from '../../statement/rules'
import { lockApproved, saveExported, type ApprovedPayout } from './bank-file-store'
import { csvType, type ExportedFile } from './exported-file'

const fileLimit: RateLimit = { name: 'bank-file', limit: 20, windowMs: 10 * 60_000 }

export const bankFileColumns = [
  'Payout',
  'Merchant',
  'Account Holder',
  'Routing Number',
  'Account Number',
  'Account Type',
  'Amount',
  'Currency',
  'Reference',
] as const

/**
 * Approved payouts above zero whose accounts are complete, with whole numbers; the others are left out. What it names
 * is marked and audited before the first byte; the status stays. Refuses with SIGN_IN_AGAIN, NOTHING_TO_PAY, and
 * ACCOUNT_UNREADABLE.
 */
export async function exportBankFile(ctx: Context, input: BankFileInput): Promise<ExportedFile> {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.bankFile')
  requireRecentSignIn(ctx)
  await takeFromLimit(ctx, fileLimit, actor.userId, 'Too many bank files. Try again in ten minutes.')
  const { period, currency } = input
  const payments = await inTransaction(ctx, async (tx) => {
    const approved = await lockApproved(tx, merchantScope(actor), input)
    const named = openAccounts(ctx, approved.filter(isPayable), input)
    await saveExported(tx, named, ctx.clock.now())
    await addUserActivity(ctx, tx, {
      ...{ userId: actor.userId, action: 'export', details: { what: 'bank_file', format: 'csv' } },
    })
    await recordAudit(ctx, tx, {
      action: 'export_bank_file',
      targetType: 'bank_file',
      targetId: `${period}-${currency}`,
      after: {
        ...{ period, currency, count: named.length, leftOut: approved.length - named.length },
        payoutIds: named.map(({ payoutId }) => payoutId),
        sumMinor: sumOf(named.map(({ netMinor }) => netMinor)),
      },
    })
    return named
  })
  return {
    fileName: `bank-file-${period}-${currency}.csv`,
    contentType: csvType,
    chunks: pieces(payments.map((payment) => cellsOf(payment, input))),
  }
}

type PayablePayout = ApprovedPayout & { bank: { accountNumberEncrypted: string } }
type Payment = PayablePayout & { accountNumber: string; last4: string }

function isPayable(payout: ApprovedPayout): payout is PayablePayout {
  const { bank } = payout
  return bankProblemOf(bank && { ...bank, hasAccountNumber: bank.accountNumberEncrypted !== null }) === null
}

/** By merchant. One number that does not open stops the whole file: nobody would notice that a payment is missing. */
function openAccounts(ctx: Context, payouts: readonly PayablePayout[], { period, currency }: BankFileInput): Payment[] {
  if (payouts.length === 0) {
    const what = `${periodName(period)} in ${currency.toUpperCase()}`
    throw new Refusal('CONFLICT', 'NOTHING_TO_PAY', `No approved payout of ${what} can be paid now.`)
  }
  return payouts
    .map((payout) => {
      const accountNumber = openNumber(ctx, payout)
      return { ...payout, accountNumber, last4: lastDigits(accountNumber) }
    })
    .toSorted(
      (one, other) => one.merchantName.localeCompare(other.merchantName) || (one.payoutId < other.payoutId ? -1 : 1),
    )
}

function openNumber({ fieldCipher, log }: Context, { merchantId, merchantName, bank }: PayablePayout): string {
  try {
    return openAccountNumber(fieldCipher, { merchantId, accountNumberEncrypted: bank.accountNumberEncrypted })
  } catch {
    log.error('bank_number_unreadable', { merchantId })
    throw new Refusal(
      'CONFLICT',
      'ACCOUNT_UNREADABLE',
      `The account number of ${merchantName} can no longer be opened. Enter it again, or make this payout a draft.`,
    )
  }
}

function cellsOf(
  { payoutId, merchantName, netMinor, bank, accountNumber }: Payment,
  { period, currency }: BankFileInput,
) {
  return [
    payoutId,
    merchantName,
    bank.accountHolderName.trim() || merchantName,
    bank.routingNumber,
    accountNumber,
    bank.accountType,
    { decimal: decimalText(netMinor, currency) },
    currency.toUpperCase(),
    `${product.name} ${period}`,
  ]
}

/** Banks read it, not spreadsheets: no byte order mark before the first column. */
async function* pieces(rows: readonly (readonly CsvCell[])[]): AsyncGenerator<string> {
  yield csvLines([bankFileColumns, ...rows])
}
