import { merchantScope } from '@quaff/features/sessions/server'
import { loadPlatformSettings } from '@quaff/features/settings/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { payoutPermissions } from '../../permissions'
import type { BankFileChoice } from '../contract'
import { missingPayerSettings, unfitReason } from '../rules'
import { listApproved } from './bank-file-store'
import { openAccounts } from './open-accounts'

/** Looks at the numbers and answers with reasons only. */
export async function getBankFileFit(ctx: Context, input: BankFileChoice) {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.bankFile')
  const { format = 'csv' } = input
  const approved = await listApproved(ctx.db, merchantScope(actor), input)
  return {
    missingSettings: missingPayerSettings(format, await loadPlatformSettings(ctx.db)),
    unfit: openAccounts(ctx, approved).flatMap((payout) => {
      const reason = unfitReason(format, payout)
      return reason === null ? [] : [{ payoutId: payout.payoutId, reason }]
    }),
  }
}
