import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { held, type Locked, pick, type Queryable, type Transaction } from '@quaff/platform/server'
import type { BankFileChoice } from '../../bank-file-contract'
import { payoutBankFiles, payouts } from '../../server/tables'

/** Returns approved payouts above zero of a period and currency, with the encrypted account number. */
export function listApproved(db: Queryable, scope: MerchantScope, { period, currency }: BankFileChoice) {
  return db
    .select({
      payoutId: payouts.id,
      merchantId: payouts.merchantId,
      merchantName: merchants.name,
      netMinor: payouts.netMinor,
      exportedAt: payouts.exportedAt,
      bank: pick(merchantBankAccounts, 'routingNumber', 'accountHolderName', 'accountType', 'accountNumberEncrypted'),
    })
    .from(payouts)
    .innerJoin(merchants, eq(merchants.id, payouts.merchantId))
    .leftJoin(merchantBankAccounts, eq(merchantBankAccounts.merchantId, payouts.merchantId))
    .where(
      and(
        scopeWhere(scope, payouts.merchantId),
        eq(payouts.period, period),
        eq(payouts.status, 'approved'),
        eq(payouts.currency, currency),
        gt(payouts.netMinor, 0),
      ),
    )
    .orderBy(asc(payouts.id))
}
export type ApprovedPayout = Awaited<ReturnType<typeof listApproved>>[number]

/** Locks the approved payouts, so that none is reopened or sent before the transaction ends. */
export async function lockApproved(tx: Transaction, scope: MerchantScope, choice: BankFileChoice) {
  const rows = await listApproved(tx, scope, choice).for('update', { of: payouts })
  return rows.map(held)
}

export type NamedAccount = { payoutId: string; last4: string }

/** Marks payouts as exported. Status and version stay, because a bank file is not proof of payment. */
export async function saveExported(tx: Transaction, named: readonly Locked<NamedAccount>[], at: Date) {
  const ids = named.map(({ payoutId }) => payoutId)
  const digits = named.map(({ last4 }) => last4)
  await tx.execute(sql`
    update ${payouts} set exported_at = ${at.toISOString()}::timestamptz, paid_to_last4 = named.last4
    from unnest(${sql.param(ids)}::text[], ${sql.param(digits)}::text[]) as named(id, last4)
    where ${payouts}.id = named.id`)
}

export async function insertBankFile(tx: Transaction, file: typeof payoutBankFiles.$inferInsert) {
  await tx.insert(payoutBankFiles).values(file)
}

export function listBankFiles(db: Queryable, period: string) {
  const { currency, format, paymentCount: count, sumMinor, checksum, createdAt: at, number } = payoutBankFiles
  return db
    .select({ currency, format, count, sumMinor, checksum, at })
    .from(payoutBankFiles)
    .where(eq(payoutBankFiles.period, period))
    .orderBy(asc(number))
}
