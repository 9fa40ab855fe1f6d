import { routerOf } from '@quaff/platform/server/router'
import { bankingContract } from '../contract'
import { getBankOverview, isBankOnFile } from './read-bank'
import { saveBankAccount } from './save-bank-account'

export const bankingRouter = routerOf(bankingContract, {
  get: getBankOverview,
  onFile: isBankOnFile,
  save: saveBankAccount,
})
