import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import type { StoredMerchant } from '@quaff/features/merchants/server'
import { merchants } from '@quaff/features/merchants/tables'
import { merchantNotFound, type OneMerchant, scopeWhere } from '@quaff/features/sessions/server'
import { importedRows, inText, type Locked, pick, type Queryable, type Transaction } from '@quaff/platform/server'
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

const sealed = {
  merchantId: accounts.merchantId,
  accountNumberEncrypted: sql<string>`${accounts.accountNumberEncrypted}`.as('sealed_number'),
  keyId: sql<string>`coalesce(${accounts.keyId}, '')`.as('sealed_with'),
}

/** Returns some rows for each key in use. */
export async function sampleOfEachKey(db: Queryable, perKey: number) {
  const ranked = db
    .select({
      ...sealed,
      rank: sql<number>`row_number() over (partition by ${accounts.keyId} order by ${accounts.merchantId})`.as('rank'),
    })
    .from(accounts)
    .where(isNotNull(accounts.accountNumberEncrypted))
    .as('ranked')
  return db
    .select({
      merchantId: ranked.merchantId,
      accountNumberEncrypted: ranked.accountNumberEncrypted,
      keyId: ranked.keyId,
    })
    .from(ranked)
    .where(sql`${ranked.rank} <= ${perKey}`)
    .orderBy(asc(ranked.keyId))
}

type KeyBatch = { currentKeyId: string; after: string; limit: number }

/** Locks rows encrypted with another key. A concurrent save and a rotation wait for each other. */
export async function lockRowsOffKey(tx: Transaction, { currentKeyId, after, limit }: KeyBatch) {
  return tx
    .select(sealed)
    .from(accounts)
    .where(
      and(
        isNotNull(accounts.accountNumberEncrypted),
        sql`${accounts.keyId} is distinct from ${currentKeyId}`,
        sql`${accounts.merchantId} > ${after}`,
      ),
    )
    .orderBy(asc(accounts.merchantId))
    .limit(inText(limit))
    .for('update')
}

export type NewSeal = { merchantId: string; accountNumberEncrypted: string }

/** Replaces encrypted texts. The numbers are the same, so version and update time stay. */
export async function replaceSeals(tx: Transaction, keyId: string, seals: readonly NewSeal[]) {
  const ids = seals.map(({ merchantId }) => merchantId)
  const texts = seals.map(({ accountNumberEncrypted }) => accountNumberEncrypted)
  await tx.execute(sql`
    update ${accounts} set account_number_encrypted = fresh.seal, key_id = ${keyId}
    from unnest(${sql.param(ids)}::text[], ${sql.param(texts)}::text[]) as fresh(merchant_id, seal)
    where ${accounts.merchantId} = fresh.merchant_id`)
}

export const bankDocumentRows = importedRows(
  merchantBankAccounts,
  [merchantBankAccounts.merchantId],
  merchantBankAccounts.version,
)
