import { scopeToMerchant } from '@quaff/features/sessions/server'
import { adminRole, authorize, type Context } from '@quaff/platform/server'
import { type BankOverview, type BankRecord, payoutMethod, payoutSchedule } from '../contract'
import { bankingPermissions } from '../permissions'
import { bankState, lockedRefusal, maskNumber } from '../rules'
import { accountNumberOpens } from './account-number'
import { findMerchantBank, type MerchantBank } from './banking-store'

export async function getBankOverview(ctx: Context, { merchantId }: { merchantId: string }): Promise<BankOverview> {
  const actor = authorize(ctx.actor, bankingPermissions, 'bank.get')
  const found = await findMerchantBank(ctx.db, scopeToMerchant(actor, merchantId))
  return {
    merchantName: found.merchantName,
    state: stateOf(ctx, found),
    bank: presentRecord(ctx, found),
    lockedReason: lockedRefusal(found.merchantStatus, actor.role === adminRole)?.message ?? null,
  }
}

/** Returns whether an account is on file, which is all that viewers see (G11). */
export async function isBankOnFile(ctx: Context, { merchantId }: { merchantId: string }): Promise<{ onFile: boolean }> {
  const actor = authorize(ctx.actor, bankingPermissions, 'bank.onFile')
  const found = await findMerchantBank(ctx.db, scopeToMerchant(actor, merchantId))
  return { onFile: stateOf(ctx, found) === 'verified' }
}

type Cipher = Pick<Context, 'fieldCipher'>

/** Hides the verification time if the number cannot be decrypted, because no payout is possible. */
export function presentRecord(ctx: Cipher, found: MerchantBank): BankRecord | null {
  const { bank, changedByName, changedByEmail } = found
  if (!bank) return null
  const hasNumber = bank.accountNumberEncrypted !== null
  const verifiedAt = stateOf(ctx, found) === 'unreadable' ? null : bank.verifiedAt
  return {
    accountHolderName: bank.accountHolderName,
    accountType: bank.accountType,
    routingNumber: bank.routingNumber,
    accountNumber: hasNumber ? maskNumber(bank.accountLast4 ?? '') : null,
    hasEncryptedAccountNumber: hasNumber,
    payoutMethod,
    payoutSchedule,
    verificationStatus: verifiedAt === null ? null : 'verified',
    verifiedAt,
    updatedAt: bank.updatedAt,
    changedBy: changedByName ?? changedByEmail,
    version: bank.version,
  }
}

function stateOf({ fieldCipher }: Cipher, { merchantId, bank }: MerchantBank) {
  if (!bank) return bankState(null)
  const { accountNumberEncrypted } = bank
  const numberOpens =
    accountNumberEncrypted !== null && accountNumberOpens(fieldCipher, { merchantId, accountNumberEncrypted })
  return bankState({ ...bank, hasEncryptedAccountNumber: accountNumberEncrypted !== null, numberOpens })
}
