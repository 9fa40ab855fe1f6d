import type { UserSubscription } from '../../contract'
import { scheduledEndOf } from '../../ending/rules'
import { differingPrice, shownPrice, type Price } from '../../rules'
import type { PriceOfPlan, UserSubscriptionFacts } from './user-subscription-store'

/** Every field that leaves the server, by name. */
export function presentUserSubscription(row: UserSubscriptionFacts, prices: readonly PriceOfPlan[]): UserSubscription {
  const shown = shownPrice(
    row,
    prices.filter((price) => price.planId === row.planId),
  )
  const recorded = differingPrice(row, shown)
  return {
    id: row.id,
    merchantId: row.merchantId,
    merchantName: row.merchantName || 'Unknown Merchant',
    planId: row.planId,
    planName: row.planName || 'Unknown Plan',
    status: row.status,
    ...presentPrice(shown),
    recorded: recorded && presentPrice(recorded),
    currentPeriodStart: row.currentPeriodStart,
    currentPeriodEnd: row.currentPeriodEnd,
    endsAt: scheduledEndOf(row),
    createdAt: row.createdAt,
  }
}

const presentPrice = ({ amountMinor, currency, interval, intervalCount }: Price) => ({
  amount: amountMinor,
  currency,
  interval,
  intervalCount,
})
