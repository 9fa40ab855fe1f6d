import type { Services } from '@quaff/platform/server'
import { lastDigits } from '../rules'
import { sealAccountNumber } from '../server/account-number'
import { merchantBankAccounts } from '../server/tables'

type BankDetails = Partial<typeof merchantBankAccounts.$inferInsert> & { merchantId: string; accountNumber?: string }

/** Builds complete details, encrypted with the current key. */
export function buildBankAccount(services: Services, { accountNumber = '000111222333', ...details }: BankDetails) {
  const now = services.clock.now()
  return {
    accountHolderName: 'A Bar LLC',
    accountType: 'checking',
    routingNumber: '021000021',
    accountLast4: lastDigits(accountNumber),
    ...sealAccountNumber(services.fieldCipher, details.merchantId, accountNumber),
    verificationStatus: 'verified',
    verifiedAt: now,
    updatedAt: now,
    ...details,
  }
}

export async function insertBankAccount(services: Services, details: BankDetails): Promise<void> {
  await services.db.insert(merchantBankAccounts).values(buildBankAccount(services, details))
}
