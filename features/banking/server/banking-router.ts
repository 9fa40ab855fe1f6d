import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { bankingContract } from '../contract'
import { getBankOverview } from './get-bank-overview'
import { isBankOnFile } from './is-bank-on-file'
import { saveBankAccount } from './saving/save-bank-account'

const procedures = implement(bankingContract).$context<Context>()

export const bankingRouter = procedures.router({
  get: procedures.get.handler(({ context, input }) => getBankOverview(context, input)),
  onFile: procedures.onFile.handler(({ context, input }) => isBankOnFile(context, input)),
  save: procedures.save.handler(({ context, input }) => saveBankAccount(context, input)),
})
