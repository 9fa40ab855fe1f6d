import { routerOf } from '@quaff/platform/server/router'
import { bankingContract } from '../contract'
import { getBankOverview } from './get-bank-overview'
import { isBankOnFile } from './is-bank-on-file'
import { saveBankAccount } from './save-bank-account'

export const bankingRouter = routerOf(bankingContract, {
  get: getBankOverview,
  onFile: isBankOnFile,
  save: saveBankAccount,
})
