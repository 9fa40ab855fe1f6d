import { createHash } from 'node:crypto'
import { addUserActivity } from '@quaff/features/activity/server'
import { lastDigits, normalizeNumber } from '@quaff/features/banking/rules'
import { merchantScope, requireRecentSignIn } from '@quaff/features/sessions/server'
import { loadPlatformSettings } from '@quaff/features/settings/server'
import {
  authorize,
  type Context,
  csvType,
  dateTimeTextIn,
  type ExportedFile,
  inTransaction,
  type Queryable,
  recordAudit,
  refuse,
  takeFromLimit,
} from '@quaff/platform/server'
import { sumOf } from '../../amount-rules'
import {
  type BankFileChoice,
  type BankFileFormat,
  type BankFileInput,
  type ControlTotal,
  controlTotalHeader,
} from '../../bank-file-contract'
import { currencyOf, isPayableIban, missingPayerSettings, nextBankDay, unfitReason } from '../../bank-file-rules'
import { payoutPermissions } from '../../permissions'
import { payoutRefusals } from '../../refusals'
import { insertBankFile, listApproved, lockApproved, saveExported } from './bank-file-store'
import type { BankFileContent } from './formats/bank-file-content'
import { writeCsvBankFile } from './formats/csv-bank-file'
import { writeNachaBankFile } from './formats/nacha-bank-file'
import { writePain001BankFile } from './formats/pain001-bank-file'
import { openAccounts } from './open-accounts'

type Writer = { write: (content: BankFileContent) => string; extension: string; contentType: string }
const writers: Record<BankFileFormat, Writer> = {
  csv: { write: writeCsvBankFile, extension: 'csv', contentType: csvType },
  nacha: { write: writeNachaBankFile, extension: 'ach', contentType: 'text/plain; charset=us-ascii' },
  pain001: { write: writePain001BankFile, extension: 'xml', contentType: 'application/xml; charset=utf-8' },
}

/**
 * Writes approved payouts above zero whose accounts are complete and fit the format. Marks and audits them before the
 * first byte; their status stays. Payouts of an earlier file are included only if `again` lists them.
 * @throws SIGN_IN_AGAIN, NOTHING_TO_PAY, FORMAT_CURRENCY, PAYER_SETTINGS, PAYER_IBAN
 */
export async function exportBankFile(ctx: Context, input: BankFileInput): Promise<ExportedFile> {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.bankFile')
  requireRecentSignIn(ctx)
  await takeFromLimit(ctx, 'bankFilePerUser', actor.userId, 'Too many bank files. Try again in 10 minutes.')
  const { period, currency, format = 'csv' } = input
  const again = new Set(input.again)
  const payer = await readPayer(ctx.db, input)
  const { write, extension, contentType } = writers[format]
  return inTransaction(ctx, async (tx) => {
    const now = ctx.clock.now()
    const approved = await lockApproved(tx, merchantScope(actor), input)
    const named = openAccounts(ctx, approved)
      .filter((payout) => unfitReason(format, payout) === null)
      .filter(({ payoutId, exportedAt }) => exportedAt === null || again.has(payoutId))
      .map((payout) => ({ ...payout, last4: lastDigits(payout.accountNumber) }))
    if (named.length === 0) throw refuse(payoutRefusals, 'NOTHING_TO_PAY', period, currency)
    const createdAt = dateTimeTextIn(ctx.settings.timeZone, now)
    const executionDay = nextBankDay(createdAt.slice(0, 10))
    const text = write({ payments: named, period, currency, payer, createdAt, executionDay })
    const total: ControlTotal = {
      count: named.length,
      sumMinor: sumOf(named.map(({ netMinor }) => netMinor)),
      checksum: createHash('sha256').update(text).digest('hex').slice(0, 8),
    }
    const repeated = named.filter(({ exportedAt }) => exportedAt !== null)
    await saveExported(tx, named, now)
    const { count: paymentCount, sumMinor, checksum } = total
    await insertBankFile(tx, {
      period,
      currency,
      format,
      paymentCount,
      sumMinor,
      checksum,
      createdAt: now,
      createdBy: actor.userId,
    })
    await addUserActivity(ctx, tx, { userId: actor.userId, action: 'export', details: { what: 'bank_file', format } })
    await recordAudit(ctx, tx, {
      action: 'export_bank_file',
      targetType: 'bank_file',
      targetId: `${period}-${currency}`,
      after: {
        period,
        currency,
        format,
        ...total,
        leftOut: approved.length - named.length,
        payoutIds: named.map(({ payoutId }) => payoutId),
        ...(repeated.length > 0 && { againIds: repeated.map(({ payoutId }) => payoutId) }),
        ...(format === 'pain001' && { payerLast4: lastDigits(payer.payerIban) }),
      },
    })
    return {
      fileName: `bank-file-${period}-${currency}-${total.checksum}.${extension}`,
      contentType,
      headers: { [controlTotalHeader]: JSON.stringify(total) },
      chunks: once(text),
    }
  })
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** Checks the account numbers on the server and returns only reasons. */
export async function getBankFileFit(ctx: Context, input: BankFileChoice) {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.bankFile')
  const { format = 'csv' } = input
  const approved = await listApproved(ctx.db, merchantScope(actor), input)
  return {
    missingSettings: missingPayerSettings(format, await loadPlatformSettings(ctx.db)),
    unfit: openAccounts(ctx, approved).flatMap((payout) => {
      const reason = unfitReason(format, payout)
      return reason === null ? [] : [{ payoutId: payout.payoutId, reason }]
    }),
  }
}

/** @throws FORMAT_CURRENCY, PAYER_SETTINGS, PAYER_IBAN */
async function readPayer(db: Queryable, { format = 'csv', currency, payerIban = '' }: BankFileInput) {
  if ((currencyOf[format] ?? currency) !== currency) throw refuse(payoutRefusals, 'FORMAT_CURRENCY')
  const payer = await loadPlatformSettings(db)
  const missing = missingPayerSettings(format, payer)
  if (missing.length > 0) throw refuse(payoutRefusals, 'PAYER_SETTINGS', missing.join(', '))
  const iban = normalizeNumber(payerIban)
  if (format === 'pain001' && !isPayableIban(iban)) throw refuse(payoutRefusals, 'PAYER_IBAN')
  return { ...payer, payerIban: iban }
}
