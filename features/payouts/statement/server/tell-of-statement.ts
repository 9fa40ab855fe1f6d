import { listOwnersToMail } from '@quaff/features/merchants/server'
import { type Context, queueMail, type Transaction } from '@quaff/platform/server'
import type { StoredPayout } from '../../server/payouts-store'
import { paymentFailedMail, statementReadyMail, type StatementDetails } from './payout-emails'
import { findMerchantName } from './statement-store'

/** Queues one email per payout to every owner of its merchant. It is sent after the approval commits. */
export function tellOfStatement(ctx: Context, tx: Transaction, payout: StoredPayout): Promise<void> {
  return tellOwners(ctx, tx, payout, (details) => statementReadyMail(ctx, details))
}

export function tellOfFailure(ctx: Context, tx: Transaction, payout: StoredPayout, reason: string): Promise<void> {
  return tellOwners(ctx, tx, payout, (details) => paymentFailedMail(ctx, { ...details, reason }))
}

async function tellOwners(
  ctx: Context,
  tx: Transaction,
  { id: payoutId, merchantId, period, currency, netMinor }: StoredPayout,
  write: (details: StatementDetails) => ReturnType<typeof statementReadyMail>,
) {
  const merchantName = await findMerchantName(tx, merchantId)
  const mail = write({ merchantId, merchantName, payoutId, period, currency, netMinor })
  for (const { email, isPlaceholder } of await listOwnersToMail(tx, merchantId))
    await queueMail(ctx, tx, { to: email, isPlaceholder, ...mail })
}
