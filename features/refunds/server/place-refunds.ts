import { lockPayee } from '@quaff/features/payouts/server'
import { anonymous } from '@quaff/platform/server/actor'
import type { Context, Services, Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { listOfSubscriptions, listPlaceable, type StoredRefund } from './refund-store'
import { settleRefund } from './settle-refund'

const perRun = 500

/** Books the refunds of these subscriptions that came before their charge, and what a new amount of a charge changes. */
export async function placeRefunds(ctx: Context, tx: Transaction, subscriptionIds: readonly string[]): Promise<void> {
  if (subscriptionIds.length === 0) return
  const merchantIds = (await listOfSubscriptions(tx, subscriptionIds)).map(({ merchantId }) => merchantId)
  for (const merchantId of new Set(merchantIds)) await lockPayee(tx, { merchantId })
  // Read again under the lock: another transaction may have placed some of them.
  for (const refund of onePerCharge(await listOfSubscriptions(tx, subscriptionIds))) await settleRefund(ctx, tx, refund)
}

/** One settles its whole charge. */
function onePerCharge(rows: readonly StoredRefund[]): StoredRefund[] {
  const chargeOf = ({ id, subscriptionId, chargePeriodStart }: StoredRefund) =>
    chargePeriodStart ? `${subscriptionId} ${chargePeriodStart.getTime()}` : id
  return [...new Map(rows.map((row) => [chargeOf(row), row])).values()]
}

/** Of charges that imports and other writers brought. */
export async function placeWaitingRefunds(services: Services): Promise<void> {
  const ctx: Context = {
    ...services,
    actor: anonymous,
    request: { requestId: services.ids.newId('req'), network: 'job', userAgent: 'job', browser: null },
    cookies: { setSession: () => {}, clearSession: () => {}, setBrowser: () => {} },
  }
  for (const subscriptionId of await listPlaceable(services.db, perRun))
    await inTransaction(services, (tx) => placeRefunds(ctx, tx, [subscriptionId])).catch((error: unknown) =>
      services.log.error('refunds weren’t matched', { subscriptionId, error: String(error) }),
    )
}
