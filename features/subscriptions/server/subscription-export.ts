import {
  amountColumn,
  authorize,
  type Context,
  type ExportColumn,
  type ExportedFile,
  exportList,
  instantColumn,
} from '@quaff/platform/server'
import type { ExportSubscriptionsInput, SubscriptionListRow } from '../contract'
import { subscriptionPermissions } from '../permissions'
import { presentSubscriptionRow } from './read-subscriptions'
import {
  listSubscriptionRows,
  listSubscriptionsByIds,
  newestPage,
  type ListedSubscription,
} from './subscription-list-store'
import { readFilter, requireMerchantBehind, scopeOf } from './subscription-scope'

/** Exports selected subscriptions or all that match, newest first. */
export async function exportSubscriptions(ctx: Context, input: ExportSubscriptionsInput): Promise<ExportedFile> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.export')
  const { ids, format } = input
  const { merchantId, ...requested } = input.filter ?? {}
  const filter = await readFilter(ctx, actor, merchantId, requested)
  const scope = scopeOf(actor, merchantId)
  await requireMerchantBehind(ctx, scope, [])
  return exportList<ListedSubscription, SubscriptionListRow>(ctx, {
    name: 'subscriptions',
    format,
    filter: input.filter ?? {},
    audit: {
      action: 'export_subscriptions',
      targetType: 'subscription',
      targetId: 'subscriptions',
      merchantId: merchantId ?? null,
    },
    order: newestPage,
    rows: (db, page) => listSubscriptionRows(db, scope, filter, page),
    ids,
    byIds: (db, chosen) => listSubscriptionsByIds(db, scope, chosen),
    present: (rows) => rows.map((row) => presentSubscriptionRow(row, actor)),
    columns: subscriptionColumns,
  })
}

/** The subscriber is masked as in the list. Amounts are minor units in JSON and whole units in CSV. */
export const subscriptionColumns: readonly ExportColumn<SubscriptionListRow>[] = [
  { key: 'id', header: 'ID', value: ({ id }) => id },
  { key: 'status', header: 'Status', value: ({ status }) => status },
  { key: 'cancelAtPeriodEnd', header: 'Ends at period end', value: ({ cancelAtPeriodEnd }) => cancelAtPeriodEnd },
  { key: 'subscriber', header: 'Subscriber', value: ({ subscriberName }) => subscriberName },
  { key: 'email', header: 'Email', value: ({ email }) => email },
  { key: 'merchant', header: 'Merchant', value: ({ merchantName }) => merchantName },
  { key: 'plan', header: 'Plan', value: ({ planName }) => planName },
  amountColumn('amount', 'Amount', ({ amount }) => amount),
  {
    key: 'currency',
    header: 'Currency',
    value: ({ currency }) => currency,
    cell: ({ currency }) => currency.toUpperCase(),
  },
  { key: 'interval', header: 'Interval', value: ({ interval }) => interval },
  { key: 'intervalCount', header: 'Interval count', value: ({ intervalCount }) => intervalCount },
  amountColumn('monthlyAmount', 'Monthly amount', ({ monthlyAmount }) => monthlyAmount),
  instantColumn('createdAt', 'Created', ({ createdAt }) => createdAt),
  instantColumn('updatedAt', 'Updated', ({ updatedAt }) => updatedAt),
  instantColumn('currentPeriodStart', 'Period start', ({ currentPeriodStart }) => currentPeriodStart),
  instantColumn('currentPeriodEnd', 'Period end', ({ currentPeriodEnd }) => currentPeriodEnd),
  instantColumn('canceledAt', 'Canceled', ({ canceledAt }) => canceledAt),
  instantColumn('endsAt', 'Ends on', ({ endsAt }) => endsAt),
  { key: 'endedBy', header: 'Ended by', value: ({ endedBy }) => endedBy },
  { key: 'cancelReason', header: 'Reason', value: ({ cancelReason }) => cancelReason },
]
