import type { UserActor } from '@quaff/platform/server/actor'
import type { Context } from '@quaff/platform/server/context'
import { adminRole } from '@quaff/platform/shared/product'
import type { PayoutRow, PayoutStatus } from '../../contract'
import { findBankProblem } from './bank-problem'
import type { ShownPayout } from './payout-read-store'

/** Every field that leaves the server, by name. */
export function presentPayoutRow(
  ctx: Pick<Context, 'fieldCipher'>,
  { payout, merchantName, bank }: ShownPayout,
  reader: UserActor,
): PayoutRow {
  const isAdmin = reader.role === adminRole
  const { merchantId } = payout
  return {
    id: payout.id,
    merchantId: payout.merchantId,
    merchantName: merchantName.trim() || 'Unknown Merchant',
    period: payout.period,
    periodStart: payout.periodStart,
    periodEnd: payout.periodEnd,
    currency: payout.currency,
    status: payout.status,
    gross: payout.grossMinor,
    fee: payout.feeMinor,
    adjustments: payout.adjustmentsMinor,
    net: payout.netMinor,
    renewalCount: payout.renewalCount,
    redemptionCount: payout.redemptionCount,
    bankProblem: isAdmin && isUnpaid(payout.status) ? findBankProblem(ctx, { merchantId, bank }) : null,
    exportedAt: isAdmin ? payout.exportedAt : null,
    updatedAt: payout.updatedAt,
    version: payout.version,
  }
}

/** What became of the others is known: whether an account is on file today says nothing about them. */
export function isUnpaid(status: PayoutStatus): boolean {
  return status === 'draft' || status === 'approved' || status === 'failed'
}
