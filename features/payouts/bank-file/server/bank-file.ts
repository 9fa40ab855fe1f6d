import { addUserActivity } from '@quaff/features/activity/server'
import { lastDigits } from '@quaff/features/banking/rules'
import { openAccountNumber } from '@quaff/features/banking/server'
import { merchantScope, requireRecentSignIn } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { csvLines, type CsvCell } from '@quaff/platform/server/list/csv'
import { csvType, type ExportedFile } from '@quaff/platform/server/list/export-file'
import { takeFromLimit, type RateLimit } from '@quaff/platform/server/rate-limit'
import { inTransaction } from '@quaff/platform/server/transaction'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { product } from '@quaff/platform/shared/product'
import { refuse } from '@quaff/platform/shared/refusal'
import type { BankFileInput } from '../../contract'
import { sumOf } from '../../generation/rules'
import { payoutPermissions } from '../../permissions'
import { payoutRefusals } from '../../refusals'
import { findBankProblem } from '../../server/reading/bank-problem'
import { lockApproved, saveExported, type ApprovedPayout } from './bank-file-store'

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
 * Approved payouts above zero whose accounts are complete and open, with whole numbers; the others are left out, as
 * are those of an earlier file that nobody asked for again. What it names is marked and audited before the first byte;
 * the status stays. Refuses with SIGN_IN_AGAIN and NOTHING_TO_PAY.
 */
export async function exportBankFile(ctx: Context, input: BankFileInput): Promise<ExportedFile> {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.bankFile')
  requireRecentSignIn(ctx)
  await takeFromLimit(ctx, fileLimit, actor.userId, 'Too many bank files. Try again in ten minutes.')
  const { period, currency } = input
  const payments = await inTransaction(ctx, async (tx) => {
    const approved = await lockApproved(tx, merchantScope(actor), input)
    const named = openAccounts(ctx, approved, input)
    const repeated = named.filter(({ exportedAt }) => exportedAt !== null)
    await saveExported(tx, named, ctx.clock.now())
    await addUserActivity(ctx, tx, {
      userId: actor.userId,
      action: 'export',
      details: { what: 'bank_file', format: 'csv' },
    })
    await recordAudit(ctx, tx, {
      action: 'export_bank_file',
      targetType: 'bank_file',
      targetId: `${period}-${currency}`,
      after: {
        period,
        currency,
        count: named.length,
        leftOut: approved.length - named.length,
        payoutIds: named.map(({ payoutId }) => payoutId),
        ...(repeated.length > 0 && { againIds: repeated.map(({ payoutId }) => payoutId) }),
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

/** By merchant. */
function openAccounts(ctx: Context, approved: readonly ApprovedPayout[], input: BankFileInput): Payment[] {
  const again = new Set(input.again)
  const payable = approved
    .filter((payout): payout is PayablePayout => findBankProblem(ctx, payout) === null)
    .filter(({ payoutId, exportedAt }) => exportedAt === null || again.has(payoutId))
  if (payable.length === 0) throw refuse(payoutRefusals, 'NOTHING_TO_PAY', input.period, input.currency)
  return payable
    .map((payout) => {
      const { merchantId, bank } = payout
      const accountNumber = openAccountNumber(ctx.fieldCipher, { merchantId, ...bank })
      return { ...payout, accountNumber, last4: lastDigits(accountNumber) }
    })
    .toSorted(
      (one, other) => one.merchantName.localeCompare(other.merchantName) || (one.payoutId < other.payoutId ? -1 : 1),
    )
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
