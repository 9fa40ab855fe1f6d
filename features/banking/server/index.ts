import { routerOf } from '@quaff/platform/server'
import { bankingContract } from '../contract'
import { getBankOverview, isBankOnFile } from './read-bank'
import { saveBankAccount } from './save-bank-account'

export { findAccountDigits, bankDocumentRows } from './banking-store'
export { findKeyErrors, rotateBankKeys } from './bank-keys'
export { accountNumberOpens, openAccountNumber } from './account-number'
export { bankChangedMail } from './bank-emails'
export { saveMerchantBankInfo } from './save-bank-account'
export { readBankDocument, withoutBankSecrets, writeBankDocument } from './bank-document'

export const bankingRouter = routerOf(bankingContract, {
  get: getBankOverview,
  onFile: isBankOnFile,
  save: saveBankAccount,
})
