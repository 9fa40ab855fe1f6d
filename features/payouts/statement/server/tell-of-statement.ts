import { listOwnersToMail } from '@quaff/features/merchants/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import type { StoredPayout } from '../../server/payouts-store'
import { findMerchantName } from './mail-store'
import { statementReadyMail } from './payout-emails'

/** One mail for each payout, to every owner of its merchant; it leaves when the approval has committed. */
export async function tellOfStatement(ctx: Context, tx: Transaction, payout: StoredPayout): Promise<void> {
  const { id: payoutId, merchantId, period, currency, netMinor } = payout
  const merchantName = await findMerchantName(tx, merchantId)
  const mail = statementReadyMail(ctx, { merchantName, payoutId, period, currency, netMinor })
  for (const { email, isPlaceholder } of await listOwnersToMail(tx, merchantId))
    await queueMail(ctx, tx, { to: email, isPlaceholder, ...mail })
}
