import { merchantScope } from '@quaff/features/sessions/server'
import { maskName } from '@quaff/features/subscriptions/rules'
import { adminRole, authorize, type Context, type UserActor } from '@quaff/platform/server'
import type { ListRefundsInput, RefundRow } from '../contract'
import { refundPermissions } from '../permissions'
import { listRefundRows, type ReadRefund } from './refund-store'

/** A foreign merchant, subscription or payout has none. */
export async function listRefunds(ctx: Context, input: ListRefundsInput): Promise<{ rows: RefundRow[] }> {
  const actor = authorize(ctx.actor, refundPermissions, 'refund.view')
  const rows = await listRefundRows(ctx.db, widestScope(actor), input)
  return { rows: rows.map((row) => presentRefund(row, actor)) }
}

/** Includes merchants by ownership alone (spec §4), as for payouts. */
function widestScope(actor: UserActor) {
  return merchantScope({ ...actor, merchantIds: [...actor.merchantIds, ...actor.ownMerchantIds] })
}

function presentRefund(row: ReadRefund, { role }: UserActor): RefundRow {
  const { id, kind, status, source, merchantId, subscriptionId, currency, reason, problem, isHeld, occurredAt } = row
  return {
    id,
    kind,
    status,
    source,
    merchantId,
    subscriptionId,
    periodStart: row.chargePeriodStart,
    amount: row.amountMinor,
    currency,
    reason,
    problem,
    isHeld: isHeld && status === 'open',
    subscriberName: role === adminRole ? row.displayName?.trim() || null : maskName(row.displayName),
    planName: row.planName?.trim() || 'Unknown Plan',
    occurredAt,
  }
}
