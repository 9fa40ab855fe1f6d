import { normalizeNumber } from '@quaff/features/banking/rules'
import { openAccountNumber } from '@quaff/features/banking/server'
import type { Context } from '@quaff/platform/server'
import { findBankProblem } from '../../server/reading/read-payouts'
import type { ApprovedPayout } from './bank-file-store'

type PayablePayout = ApprovedPayout & { bank: { accountNumberEncrypted: string } }

/** Returns payouts with complete accounts whose numbers can be decrypted, sorted by merchant name. */
export function openAccounts<P extends ApprovedPayout>(ctx: Context, approved: readonly P[]) {
  return approved
    .filter((payout): payout is P & PayablePayout => findBankProblem(ctx, payout) === null)
    .map((payout) => {
      const { merchantId, merchantName, bank } = payout
      return {
        ...payout,
        accountHolder: bank.accountHolderName.trim() || merchantName,
        accountType: bank.accountType,
        routingNumber: normalizeNumber(bank.routingNumber),
        accountNumber: openAccountNumber(ctx.fieldCipher, { merchantId, ...bank }),
      }
    })
    .toSorted(
      (one, other) => one.merchantName.localeCompare(other.merchantName) || (one.payoutId < other.payoutId ? -1 : 1),
    )
}
