import { accountNumberOpens } from '@quaff/features/banking/server'
import type { Context } from '@quaff/platform/server/context'
import { bankProblemOf } from '../../rules'

export type StoredPayee = {
  merchantId: string
  bank: { routingNumber: string; accountNumberEncrypted: string | null } | null
}

/** One question for the list, the preview and the bank file: why a payout cannot be paid out yet. */
export function findBankProblem({ fieldCipher }: Pick<Context, 'fieldCipher'>, { merchantId, bank }: StoredPayee) {
  if (!bank) return bankProblemOf(null)
  const { routingNumber, accountNumberEncrypted } = bank
  const hasAccountNumber = accountNumberEncrypted !== null
  const numberOpens = hasAccountNumber && accountNumberOpens(fieldCipher, { merchantId, accountNumberEncrypted })
  return bankProblemOf({ hasAccountNumber, numberOpens, routingNumber })
}
