import { settleBilled } from '@quaff/features/payouts/server'
import { insertBillings } from '@quaff/features/subscriptions/server'
import type { Transaction } from '@quaff/platform/server/context'
import type { BillingFacts, InvoiceFacts } from '../reading-contract'
import { withNames } from '../rules'
import type { Applied, Settling } from './apply-event'
import { findLinkedPass } from './place-pass'

/** A paid invoice that leaves the state of the pass as it is. One that comes before its subscription waits for it. */
export async function applyBilling({ ctx, tx, link, others }: Settling, facts: BillingFacts): Promise<Applied> {
  const known = link.subscriptionFacts ? [link.subscriptionFacts.names] : []
  const row = await findLinkedPass(tx, link, withNames(facts.names, [...known, ...others]))
  if (!row) return { outcome: 'aside', reason: 'UNKNOWN_SUBSCRIPTION', link }
  await noteBilled(tx, row.id, facts)
  await settleBilled(ctx, tx, [row.id], { chargedUntil: link.chargedUntil })
  return { outcome: 'same', link }
}

export async function noteBilled(
  tx: Transaction,
  subscriptionId: string,
  { billed, rank }: Pick<InvoiceFacts, 'billed' | 'rank'>,
): Promise<void> {
  if (!billed) return
  const { source, currency, periods } = billed
  await insertBillings(
    tx,
    periods.map(({ periodStart, periodEnd, isProration, amountMinor, listMinor }) => ({
      subscriptionId,
      periodStart: new Date(periodStart),
      periodEnd: new Date(periodEnd),
      source,
      isProration,
      amountMinor,
      listMinor,
      currency,
      billedAt: new Date(rank[0] * 1_000),
    })),
  )
}
