/** How each figure is made, in the words of the specification. */
export const overviewFormulas = {
  monthlyRevenue:
    'Active subscriptions at list prices, per month (yearly ÷ 12, weekly × 4.333, daily × 30), at the end of this range. Shown per currency.',
  active: 'Active subscriptions at the end of this range.',
  trialing: 'Trials at the end of this range. Not included in revenue.',
  pastDue: 'Past-due subscriptions at the end of this range. Not included in revenue.',
  churnRate: 'Canceled ÷ (active at the end + canceled) in this range.',
  averageRevenue: 'Monthly revenue ÷ active subscriptions at the end of this range. Shown per currency.',
  started: 'Subscriptions created in this range.',
  redemptions: 'Completed redemptions in this range. Voided ones aren’t included.',
} as const
