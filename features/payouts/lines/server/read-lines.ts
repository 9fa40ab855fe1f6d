import { maskName } from '@quaff/features/subscriptions/rules'
import {
  adminRole,
  batchReads,
  type Context,
  type Page,
  pageTotal,
  toPage,
  type UserActor,
} from '@quaff/platform/server'
import { openPayout } from '../../server/reading/open-payouts'
import type { AdjustmentLine, PayoutLinesInput, RedemptionLine, RenewalLine } from '../../statement-contract'
import type { AdjustmentDetails } from '../../statement/server/statement-store'
import {
  countRedemptionRows,
  type LinesOf,
  listRedemptionRows,
  listRenewalRows,
  type RedemptionDetails,
  redemptionOrder,
  type RenewalDetails,
  renewalOrder,
} from './line-store'

export async function listRenewals(
  ctx: Context,
  { payoutId, limit, cursor }: PayoutLinesInput,
): Promise<Page<RenewalLine>> {
  const { actor, scope, found } = await openPayout(ctx, payoutId)
  const { payout } = found
  const rows = await listRenewalRows(ctx.db, scope, payout, { limit, cursor })
  return toPage(rows, { ...renewalOrder, limit, total: payout.renewalCount }, (row) =>
    presentRenewal(row, payout, actor),
  )
}

export async function listPayoutRedemptions(
  ctx: Context,
  { payoutId, limit, cursor }: PayoutLinesInput,
): Promise<Page<RedemptionLine>> {
  const { actor, scope, found } = await openPayout(ctx, payoutId)
  const { payout } = found
  // Counted from the hourly counters, which is cheaper than a second query over the rows.
  const [rows, counted] = await batchReads(ctx.db, (db) =>
    Promise.all([
      listRedemptionRows(db, scope, payout, { limit, cursor }),
      cursor ? 0 : countRedemptionRows(db, scope, payout, ctx.settings.timeZone),
    ]),
  )
  const of = ['payout redemptions', scope, payoutId]
  const total = await pageTotal(ctx, { rows, limit, cursor, of }, () => Promise.resolve(counted))
  return toPage(rows, { ...redemptionOrder, limit, total }, (row) => presentRedemption(row, actor))
}

/** Lists every field explicitly. Names depend on the viewer's role. */
export function presentRenewal(row: RenewalDetails, payout: LinesOf, reader: UserActor): RenewalLine {
  return {
    subscriptionId: row.id,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    subscriberName: nameFor(reader, row.displayName),
    planName: row.planName?.trim() || 'Unknown Plan',
    amount: row.amountMinor,
    listAmount: row.listMinor === row.amountMinor ? null : row.listMinor,
    corrected: row.correctedMinor,
    isLate: row.periodStart < payout.periodStart,
  }
}

export function presentRedemption(row: RedemptionDetails, reader: UserActor): RedemptionLine {
  return {
    id: row.id,
    redeemedAt: row.redeemedAt,
    subscriberName: nameFor(reader, row.displayName),
    planName: row.planName?.trim() || 'Unknown Plan',
    locationName: row.locationName?.trim() || 'Unknown Location',
    amount: 0,
  }
}

/** The caller adds the author. */
export function presentAdjustment(row: AdjustmentDetails, reader: UserActor): Omit<AdjustmentLine, 'by'> {
  const { id, kind, amountMinor: amount, reason, createdAt, charge } = row
  const named = charge && {
    ...charge,
    subscriberName: nameFor(reader, row.displayName),
    planName: row.planName?.trim() || 'Unknown Plan',
  }
  return { id, kind, amount, reason, charge: named, createdAt }
}

function nameFor({ role }: UserActor, displayName: string | null) {
  return role === adminRole ? displayName?.trim() || null : maskName(displayName)
}
