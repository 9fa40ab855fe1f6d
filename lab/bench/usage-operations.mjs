const dayMs = 86_400_000

/** Dashboards, usage, analytics and payouts; `each` makes one input for each of 64 merchants of all sizes. */
export function usageOperations({ each, list }) {
  const today = new Date(performance.timeOrigin)
  const dayKey = (daysAgo) => new Date(today.getTime() - daysAgo * dayMs).toISOString().slice(0, 10)
  const range = (days) => ({ from: dayKey(days - 1), to: dayKey(0) })
  /** Each call uses a different custom range, so that no cache helps. */
  const anyRange = (index, length) => ({ from: dayKey(length + 3 + index), to: dayKey(3 + index) })
  const period = lastMonth(today)
  const statuses = ['active', 'trialing', 'past_due', 'canceled']
  const ofMerchant = (input) => each((merchantId) => ({ merchantId, ...input }))
  const payoutOf = (merchantId) => ({ payoutId: `pay_${merchantId.slice(4)}` })
  return {
    'dashboard, administrator': { path: 'dashboard/metrics', inputs: each(() => ({})) },
    'dashboard, quick actions': { path: 'dashboard/quickActions', inputs: each(() => ({})) },
    'dashboard, one merchant': { path: 'dashboard/merchantOverview', inputs: ofMerchant({}) },
    'activity feed': { path: 'activity/recent', inputs: each(() => ({})) },
    'subscriptions, all': { path: 'subscriptions/list', inputs: list({}) },
    'subscriptions by status': {
      path: 'subscriptions/list',
      inputs: each((_, index) => ({ limit: 20, status: statuses[index % 4] })),
    },
    'subscriptions of a merchant': { path: 'subscriptions/list', inputs: ofMerchant({ limit: 20 }) },
    'subscription counts, all': { path: 'subscriptions/counts', inputs: each(() => ({})) },
    'subscription counts of one': { path: 'subscriptions/counts', inputs: ofMerchant({}) },
    'subscriptions by plan': { path: 'subscriptions/byPlan', inputs: ofMerchant({}) },
    'subscription statistics, all': { path: 'subscriptions/stats', inputs: each(() => ({})) },
    'subscription statistics of one': { path: 'subscriptions/stats', inputs: ofMerchant({}) },
    'growth, all': { path: 'subscriptions/growth', inputs: each(() => ({})) },
    'plan statistics of one': { path: 'subscriptions/planStats', inputs: ofMerchant({}) },
    'live counter': { path: 'redemptions/live', inputs: ofMerchant({}) },
    'today at a merchant': { path: 'redemptions/today', inputs: ofMerchant({}) },
    'redemptions of a merchant': { path: 'redemptions/list', inputs: ofMerchant({ limit: 20 }) },
    'redemptions, all': { path: 'redemptions/list', inputs: list({}) },
    'redemptions, voided, all': { path: 'redemptions/list', inputs: list({ status: 'voided' }) },
    'redemption filters': { path: 'redemptions/options', inputs: ofMerchant({}) },
    'payouts, all': { path: 'payouts/list', inputs: list({}) },
    'payouts of a period': { path: 'payouts/list', inputs: list({ period, status: 'draft' }) },
    'payouts of a merchant': { path: 'payouts/list', inputs: ofMerchant({ limit: 20 }) },
    'payout counts': { path: 'payouts/counts', inputs: each(() => ({ period })) },
    'payout periods': { path: 'payouts/periods', inputs: each(() => ({})) },
    'one payout': { path: 'payouts/get', inputs: each(payoutOf) },
    'renewals of a payout': { path: 'payouts/renewals', inputs: each((id) => ({ ...payoutOf(id), limit: 50 })) },
    'redemptions of a payout': { path: 'payouts/redemptions', inputs: each((id) => ({ ...payoutOf(id), limit: 50 })) },
    'payout summary of a merchant': { path: 'payouts/summary', inputs: ofMerchant({}) },
    'payout preview, all merchants': { path: 'payouts/preview', inputs: each(() => ({ period })) },
    'analytics, tiles, all': { path: 'analytics/overview', inputs: each(() => range(30)) },
    'analytics, tiles, all, 90 days': { path: 'analytics/overview', inputs: each(() => range(90)) },
    'analytics, tiles, all, any range': {
      path: 'analytics/overview',
      inputs: each((_, index) => anyRange(index, 200)),
    },
    'analytics, tiles of one': { path: 'analytics/overview', inputs: ofMerchant(range(30)) },
    'analytics, tiles of one, a year': {
      path: 'analytics/overview',
      inputs: each((merchantId, index) => ({ merchantId, ...anyRange(index, 365) })),
    },
    'analytics, start dates, all': { path: 'analytics/startDates', inputs: each(() => range(30)) },
    'analytics, plans, all': { path: 'analytics/planRevenue', inputs: each(() => range(30)) },
    'analytics, plans of one': { path: 'analytics/planRevenue', inputs: ofMerchant(range(30)) },
    'analytics, top merchants': { path: 'analytics/topMerchants', inputs: each(() => range(30)) },
    'analytics, churn, all': { path: 'analytics/churn', inputs: each(() => range(90)) },
    'analytics, churn of one': { path: 'analytics/churn', inputs: ofMerchant(range(90)) },
    'analytics, heatmap, all': { path: 'analytics/heat', inputs: each(() => range(90)) },
    'analytics, heatmap of one': { path: 'analytics/heat', inputs: ofMerchant(range(90)) },
    'analytics, drinks, all': { path: 'analytics/drinks', inputs: each(() => range(30)) },
    'analytics, drinks of one': { path: 'analytics/drinks', inputs: ofMerchant(range(30)) },
    'analytics, cohorts, all': { path: 'analytics/cohorts', inputs: each(() => ({})) },
    'analytics, cohorts of one': { path: 'analytics/cohorts', inputs: ofMerchant({}) },
  }
}

function lastMonth(now) {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}
