import { listStaffNames } from '@quaff/features/accounts/server'
import { bankingPermissions } from '@quaff/features/banking/permissions'
import { maskedTaxId } from '@quaff/features/merchants/rules'
import type { UserActor } from '@quaff/platform/server/actor'
import type { Context } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import { adminRole } from '@quaff/platform/shared/product'
import { presentAdjustment } from '../../lines/server/present-line'
import { listPastSteps } from '../../progress/server/corrections/past-steps-store'
import type { PayoutIdInput, PayoutStatement } from '../../statement/contract'
import { addressLines, stepsOf } from '../../statement/rules'
import {
  findVenue,
  listAdjustments,
  listOverlaps,
  listWaitingBeside,
  type PaidVenue,
} from '../../statement/server/statement-store'
import { findBankProblem } from './bank-problem'
import { openPayout, payoutsOfReader } from './open-payouts'
import type { ShownPayout } from './payout-read-store'
import { isUnpaid, presentPayoutRow } from './present-payout'

/** Its lines come in pages of their own. Who did what is named to administrators, the account to whoever sees bank details. */
export async function getPayout(ctx: Context, { payoutId }: PayoutIdInput): Promise<PayoutStatement> {
  const { actor, scope } = payoutsOfReader(ctx)
  const isAdmin = actor.role === adminRole
  const [{ found }, adjustments, venue, past, waiting, overlaps] = await batchReads(ctx.db, (db) =>
    Promise.all([
      openPayout({ ...ctx, db }, payoutId),
      listAdjustments(db, scope, payoutId),
      findVenue(db, scope, payoutId),
      listPastSteps(db, scope, payoutId),
      isAdmin ? listWaitingBeside(db, scope, payoutId) : [],
      isAdmin ? listOverlaps(db, scope, payoutId) : [],
    ]),
  )
  const steps = stepsOf(found.payout, past)
  const ids = [...steps.map(({ byId }) => byId), ...[...adjustments, ...waiting].map(({ createdBy }) => createdBy)]
  const staff = new Set(isAdmin ? ids.filter((id) => id !== null) : [])
  const names = await listStaffNames(ctx.db, [...staff])
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  const { payout } = found
  return {
    ...presentPayoutRow(ctx, found, actor),
    ...bankOf(ctx, found, actor),
    venue: presentVenue(venue, actor),
    timeZone: ctx.settings.timeZone,
    feeBasisPoints: payout.feeBasisPoints,
    adjustmentLines: adjustments.map((line) => ({ ...presentAdjustment(line, actor), by: nameOf(line.createdBy) })),
    waiting: waiting.map((line) => ({ ...presentAdjustment(line, actor), by: nameOf(line.createdBy) })),
    failureReason: payout.failureReason,
    overlaps: payout.status === 'draft' ? overlaps : [],
    steps: steps.map(({ byId, ...step }) => ({ ...step, by: nameOf(byId) })),
  }
}

function presentVenue(venue: PaidVenue, { role }: UserActor): PayoutStatement['venue'] {
  return {
    businessName: venue?.businessName?.trim() || null,
    addressLines: addressLines(venue?.address ?? {}),
    taxIdMasked: seesBank(role) ? maskedTaxId(venue?.taxId ?? null) : null,
  }
}

const seesBank = (role: UserActor['role']) => bankingPermissions['bank.get'].some((known) => known === role)

/** Viewers see the account not even in part (G11). */
function bankOf(ctx: Context, { payout, bank }: ShownPayout, { role }: UserActor) {
  if (!seesBank(role)) return { accountLast4: null, bankProblem: null }
  return {
    accountLast4: payout.paidToLast4 ?? bank?.accountLast4 ?? null,
    bankProblem: isUnpaid(payout.status) ? findBankProblem(ctx, { merchantId: payout.merchantId, bank }) : null,
  }
}
