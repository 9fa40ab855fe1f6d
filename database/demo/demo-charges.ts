import { resolvePrice } from '@quaff/features/subscriptions/rules'
import type { Charge } from '@quaff/features/subscriptions/writing/rules'
import type { DemoSubscriptions } from './demo-subscriptions'

/** The periods before the one that the subscriptions are written with, as if each had been paid when it began. */
export function planPastCharges({ begun }: DemoSubscriptions): Charge[] {
  return begun
    .filter(({ status }) => status === 'active')
    .flatMap((one) => {
      const lengthMs = one.currentPeriodEnd.getTime() - one.currentPeriodStart.getTime()
      const periods = Math.round((one.currentPeriodStart.getTime() - one.createdAt.getTime()) / lengthMs)
      const { amountMinor, currency } = resolvePrice(one)
      return Array.from({ length: periods }, (_, index): Charge => {
        const periodStart = new Date(one.createdAt.getTime() + index * lengthMs)
        return {
          ...{ subscriptionId: one.id, merchantId: one.merchantId, planId: one.planId, userId: one.userId },
          ...{ periodStart, periodEnd: new Date(periodStart.getTime() + lengthMs), recordedAt: periodStart },
          ...{ amountMinor, currency },
        }
      })
    })
}
