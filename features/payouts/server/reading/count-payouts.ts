import type { Context } from '@quaff/platform/server/context'
import type { PayoutCounts, PayoutCountsInput } from '../../contract'
import { exactly } from '../../generation/rules'
import { byCurrency } from '../../statement/rules'
import { openPayouts } from './open-payouts'
import { sumByStatus } from './payout-read-store'

/** Merchant roles have no drafts to count. */
export async function countPayouts(ctx: Context, input: PayoutCountsInput): Promise<PayoutCounts> {
  const { scope } = await openPayouts(ctx, input.merchantId)
  const sums = await sumByStatus(ctx.db, scope, input)
  const counts: PayoutCounts = {
    all: 0,
    draft: 0,
    approved: 0,
    sent: 0,
    confirmed: 0,
    failed: 0,
    net: { draft: [], approved: [], sent: [], confirmed: [], failed: [] },
  }
  for (const { status, currency, count, netMinor } of sums.toSorted(byCurrency)) {
    counts.all += count
    counts[status] += count
    counts.net[status].push({ amountMinor: exactly(netMinor), currency })
  }
  return counts
}
