import { and, asc, eq, isNull } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { pick } from '@quaff/platform/server/rows/pick'
import type { PayoutScope } from '../../server/reading/payout-scope'
import { payoutAdjustments, payouts } from '../../server/tables'

const adjustment = pick(payoutAdjustments, 'id', 'kind', 'amountMinor', 'reason', 'createdAt', 'createdBy')

/** Oldest first. */
export function listAdjustments(db: Queryable, { merchants: scope }: PayoutScope, payoutId: string) {
  return db
    .select(adjustment)
    .from(payoutAdjustments)
    .where(and(scopeWhere(scope, payoutAdjustments.merchantId), eq(payoutAdjustments.payoutId, payoutId)))
    .orderBy(asc(payoutAdjustments.createdAt), asc(payoutAdjustments.id))
}
export type AdjustmentFacts = Awaited<ReturnType<typeof listAdjustments>>[number]

/** Of the payout's merchant and currency, oldest first. */
export function listWaitingBeside(db: Queryable, { merchants: scope }: PayoutScope, payoutId: string) {
  const { merchantId, currency } = payouts
  return db
    .select(adjustment)
    .from(payouts)
    .innerJoin(
      payoutAdjustments,
      and(eq(payoutAdjustments.merchantId, merchantId), eq(payoutAdjustments.currency, currency)),
    )
    .where(and(scopeWhere(scope, merchantId), eq(payouts.id, payoutId), isNull(payoutAdjustments.payoutId)))
    .orderBy(asc(payoutAdjustments.createdAt), asc(payoutAdjustments.id))
}

/** To whom the statement is addressed. */
export async function findVenue(db: Queryable, { merchants: scope }: PayoutScope, payoutId: string) {
  const [row] = await db
    .select({ businessName: merchants.businessName, address: merchants.address, taxId: merchants.taxId })
    .from(payouts)
    .innerJoin(merchants, eq(merchants.id, payouts.merchantId))
    .where(and(scopeWhere(scope, payouts.merchantId), eq(payouts.id, payoutId)))
  return row
}
export type PaidVenue = Awaited<ReturnType<typeof findVenue>>
