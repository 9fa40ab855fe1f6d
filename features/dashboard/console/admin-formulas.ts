/** How each figure is made, in the words of the specification. */
export const adminFormulas = {
  totalRevenue:
    'Active subscriptions at list prices, per month (yearly ÷ 12, weekly × 4.333, daily × 30). Shown per currency.',
  netRevenue: 'Total monthly revenue minus average churn.',
  activeSubscribers: 'Active subscriptions across all merchants.',
  growthRate: 'Change in active subscriptions over the last 30 days.',
  redemptionsToday: 'Drinks redeemed since midnight in the platform’s time zone.',
  activeMerchants: 'Merchants with the status Active, live or not.',
  pendingMerchants: 'Merchants waiting for review or still in setup.',
  averageChurn:
    'Average of each merchant’s churn: canceled in the last 30 days, including today ÷ (active + canceled).',
} as const
