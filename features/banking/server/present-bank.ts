import type { Context } from '@quaff/platform/server/context'
import { payoutMethod, payoutSchedule, type BankOverview, type BankRecord } from '../contract'
import { bankState, lastDigits, maskNumber } from '../rules'
import type { MerchantBank } from './banking-store'

type Cipher = Pick<Context, 'fieldCipher'>

export function presentRecord({ bank, changedByName, changedByEmail }: MerchantBank): BankRecord | null {
  if (!bank) return null
  return {
    accountHolderName: bank.accountHolderName,
    accountType: bank.accountType,
    routingNumber: bank.routingNumber === '' ? '' : maskNumber(lastDigits(bank.routingNumber)),
    accountNumber: bank.hasEncryptedAccountNumber ? maskNumber(bank.accountLast4 ?? '') : null,
    hasEncryptedAccountNumber: bank.hasEncryptedAccountNumber,
    payoutMethod,
    payoutSchedule,
    verificationStatus: bank.verifiedAt === null ? null : 'verified',
    verifiedAt: bank.verifiedAt,
    updatedAt: bank.updatedAt,
    changedBy: changedByName ?? changedByEmail,
    version: bank.version,
  }
}

export function stateOf({ fieldCipher }: Cipher, { bank }: MerchantBank): BankOverview['state'] {
  return bankState(bank && { ...bank, keyIsKnown: fieldCipher.keyIds.includes(bank.keyId ?? '') })
}
