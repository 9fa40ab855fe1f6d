/** How each figure is made, in the words of the specification. */
export const overviewFormulas = {
  monthlyRevenue:
    'Sum of the monthly amounts of all active subscriptions at the end of the range, at list prices. A yearly price counts a twelfth, a weekly one 4.333 times, a daily one 30 times. One total per currency.',
  active: 'Subscriptions with the status active at the end of the range.',
  trialing: 'Subscriptions with the status trialing at the end of the range. They are not in the revenue.',
  pastDue: 'Subscriptions with the status past due at the end of the range. They are not in the revenue.',
  churnRate: 'Canceled on the days of the range ÷ (active at its end + those canceled) × 100.',
  averageRevenue: 'Monthly revenue ÷ active subscriptions at the end of the range, rounded. One amount per currency.',
  started: 'Subscriptions created in the range, whatever became of them.',
  redemptions: 'Completed redemptions in the range. Voided ones count nowhere.',
} as const
