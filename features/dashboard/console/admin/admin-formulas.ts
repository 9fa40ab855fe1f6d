/** How each figure is made, in the words of the specification. */
export const adminFormulas = {
  totalRevenue:
    'Sum of the monthly amounts of all active subscriptions, at list prices. A yearly price counts a twelfth, a weekly one 4.333 times, a daily one 30 times. One total per currency.',
  netRevenue: 'Total monthly revenue, reduced by the average churn percentage.',
  activeSubscribers: 'Subscriptions with the status active, over all merchants.',
  growthRate: 'Change of active subscriptions over the last 30 days, in percent.',
  redemptionsToday: "Drinks redeemed since midnight in the platform's time zone.",
  activeMerchants: 'Merchants with the status active, live or not.',
  pendingMerchants: 'Merchants waiting for review, and those still being set up.',
  averageChurn:
    'Mean over merchants of: canceled in the last 30 days ÷ (active + those canceled) × 100. The 30 days include today.',
} as const
