import { eq, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import type { StoredMerchant } from '@quaff/features/merchants/server'
import { merchants } from '@quaff/features/merchants/tables'
import { merchantNotFound, type OneMerchant, scopeWhere } from '@quaff/features/sessions/server'
import { importedRows, type Locked, pick, type Queryable, type Transaction } from '@quaff/platform/server'
import { bankLimits } from '../contract'
import { merchantBankAccounts as accounts, merchantBankAccounts } from './tables'

/** Returns the merchant and its bank details; presenters must leave out the encrypted number. */
export async function findMerchantBank(db: Queryable, scope: OneMerchant) {
  const [row] = await db
    .select({
      merchantId: merchants.id,
      merchantName: merchants.name,
      merchantStatus: merchants.status,
      bank: {
        ...pick(accounts, 'accountHolderName', 'accountType', 'routingNumber', 'accountLast4'),
        ...pick(accounts, 'accountNumberEncrypted', 'verifiedAt', 'updatedAt', 'version'),
      },
      changedByName: users.displayName,
      changedByEmail: users.email,
    })
    .from(merchants)
    .leftJoin(accounts, eq(accounts.merchantId, merchants.id))
    .leftJoin(users, eq(users.id, accounts.updatedBy))
    .where(scopeWhere(scope, merchants.id))
  if (!row) throw merchantNotFound()
  return row
}

/** Returns the last digits of the account number, at most `bankLimits.shownDigits`; null if unknown. */
export async function findAccountDigits(db: Queryable, scope: OneMerchant) {
  const [row] = await db
    .select(pick(accounts, 'accountLast4'))
    .from(accounts)
    .where(scopeWhere(scope, accounts.merchantId))
  return row?.accountLast4?.slice(-bankLimits.shownDigits) || null
}

export type MerchantBank = Awaited<ReturnType<typeof findMerchantBank>>
export type StoredBank = typeof accounts.$inferSelect

/** Locks against key rotation. The merchant's lock already excludes other saves. */
export async function lockBankAccount(tx: Transaction, { id }: Locked<StoredMerchant>) {
  const [row] = await tx.select().from(accounts).where(eq(accounts.merchantId, id)).for('update')
  return row
}

export async function putBankAccount(
  tx: Transaction,
  { id: merchantId }: Locked<StoredMerchant>,
  row: Omit<typeof accounts.$inferInsert, 'merchantId' | 'version'>,
) {
  const set = { ...row, version: sql`${accounts.version} + 1` }
  await tx
    .insert(accounts)
    .values({ ...row, merchantId })
    .onConflictDoUpdate({ target: accounts.merchantId, set })
}

export const bankDocumentRows = importedRows(
  merchantBankAccounts,
  [merchantBankAccounts.merchantId],
  merchantBankAccounts.version,
)
