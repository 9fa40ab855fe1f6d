import type { Context } from '@quaff/platform/server/context'
import { payoutMethod, payoutSchedule, type BankOverview, type BankRecord } from '../contract'
import { bankState, maskNumber } from '../rules'
import { accountNumberOpens } from './account-number'
import type { MerchantBank } from './banking-store'

type Cipher = Pick<Context, 'fieldCipher'>

/** What can no longer be paid to is not called verified, whenever it was. */
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

export function stateOf({ fieldCipher }: Cipher, { merchantId, bank }: MerchantBank): BankOverview['state'] {
  if (!bank) return bankState(null)
  const { accountNumberEncrypted } = bank
  const numberOpens =
    accountNumberEncrypted !== null && accountNumberOpens(fieldCipher, { merchantId, accountNumberEncrypted })
  return bankState({ ...bank, hasEncryptedAccountNumber: accountNumberEncrypted !== null, numberOpens })
}
