import type { z } from 'zod'
import { lockMerchant, updateMerchantRow } from '@quaff/features/merchants/server'
import { requireRecentSignIn, scopeToMerchant, type OneMerchant } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { takeFromLimit } from '@quaff/platform/server/rate-limits'
import { inTransaction } from '@quaff/platform/server/transaction'
import { adminRole } from '@quaff/platform/shared/product'
import { staleVersion } from '@quaff/platform/shared/refusal'
import type { BankInfo, BankWarning, saveBankOutput, SaveBankInput } from '../contract'
import { bankingPermissions } from '../permissions'
import { lastDigits, lockedRefusal } from '../rules'
import { bankNumberWarnings } from '../warnings/rules'
import { findMerchantBank, lockBankAccount, putBankAccount } from './banking-store'
import { mergeBank } from './merge-bank'
import { presentRecord } from './present-bank'
import { readBankInfo, type GivenBank } from './read-bank-info'
import { sealAccountNumber, type SealedColumns } from './seal-account-number'
import { tellOfChange } from './tell-of-change'

/** Records complete details; a blank number keeps the one on file (G32). Owners and administrators are mailed. */
export async function saveBankAccount(
  ctx: Context,
  { merchantId, version, bankInfo }: SaveBankInput,
): Promise<z.input<typeof saveBankOutput>> {
  const { found, warnings } = await save(ctx, merchantId, bankInfo, version)
  const bank = presentRecord(ctx, found)
  if (!bank) throw new Error('Couldn’t write the bank details.')
  return { success: true, bank, warnings }
}

/** The callable of spec §7: without a version the last one wins; the mails and the audit row tell of it. */
export async function saveMerchantBankInfo(
  ctx: Context,
  { merchantId, bankInfo }: { merchantId: string; bankInfo: BankInfo },
): Promise<{ success: true; warnings: BankWarning[] }> {
  const { warnings } = await save(ctx, merchantId, bankInfo, null)
  return { success: true, warnings }
}

async function save(ctx: Context, merchantId: string, bankInfo: BankInfo, version: number | null) {
  const actor = authorize(ctx.actor, bankingPermissions, 'bank.save')
  const scope = scopeToMerchant(actor, merchantId)
  requireRecentSignIn(ctx)
  const given = readBankInfo(bankInfo)
  await takeFromLimit(ctx, 'bankSavePerUser', actor.userId, 'Too many changes. Try again in 10 minutes.')
  const seal = given.accountNumber === null ? null : sealAccountNumber(ctx.fieldCipher, merchantId, given.accountNumber)
  return inTransaction(ctx, async (tx) => {
    const routingNumber = await record(ctx, tx, { actor, scope, version, given, seal })
    const warnings = bankNumberWarnings({ routingNumber, accountNumber: given.accountNumber })
    return { found: await findMerchantBank(tx, scope), warnings }
  })
}

type Saving = {
  actor: UserActor
  scope: OneMerchant
  /** Null: whatever is there. */
  version: number | null
  given: GivenBank
  seal: SealedColumns | null
}

/** Writes what is different, and says so; the routing number that is on file afterwards. */
async function record(ctx: Context, tx: Transaction, saving: Saving): Promise<string> {
  const { actor, scope, given, seal } = saving
  const merchant = await lockMerchant(tx, scope)
  const refusal = lockedRefusal(merchant.status, actor.role === adminRole)
  if (refusal) throw refusal
  const before = await lockBankAccount(tx, merchant)
  if (saving.version !== null && saving.version !== (before?.version ?? 0))
    throw staleVersion({ type: 'bank_account', id: merchant.id, savedAt: before?.updatedAt ?? null })
  const { fields, ...columns } = mergeBank(before, given, ctx.fieldCipher)
  if (fields.length === 0) return columns.routingNumber
  const now = ctx.clock.now()
  const accountLast4 = given.accountNumber === null ? (before?.accountLast4 ?? null) : lastDigits(given.accountNumber)
  const verified = { verificationStatus: 'verified', verifiedAt: now, updatedAt: now, updatedBy: actor.userId }
  await putBankAccount(tx, merchant, { ...columns, ...seal, accountLast4, ...verified })
  await updateMerchantRow(tx, merchant, { bankVerifiedAt: now }, now)
  await tellOfChange(ctx, tx, { merchant, fields, before: before?.accountLast4 ?? null, after: accountLast4 ?? '' })
  return columns.routingNumber
}
