import type { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { demoId } from './chance'
import type { DemoMerchant } from './demo-merchants'

type DemoPrice = typeof planPrices.$inferInsert
export type DemoPlan = typeof subscriptionPlans.$inferInsert & { prices: DemoPrice[]; weight: number }

type Offer = {
  name: string
  description: string
  allowance: { drinks: number; per: 'day' | 'week' | 'month' }
  weight: number
  prices: { amountMinor: number; interval: 'day' | 'week' | 'month' | 'year'; intervalCount?: number }[]
}

const offers = [
  {
    name: 'Daily Cup',
    description: 'One drink a day, any size.',
    allowance: { drinks: 1, per: 'day' },
    weight: 9,
    prices: [
      { amountMinor: 2_900, interval: 'month' },
      { amountMinor: 29_000, interval: 'year' },
    ],
  },
  {
    name: 'Ten a Month',
    description: 'Ten drinks whenever you like.',
    allowance: { drinks: 10, per: 'month' },
    weight: 6,
    prices: [
      { amountMinor: 1_900, interval: 'month' },
      { amountMinor: 5_400, interval: 'month', intervalCount: 3 },
    ],
  },
  {
    name: 'Weekday Mornings',
    description: 'One drink before eleven, Monday to Friday.',
    allowance: { drinks: 5, per: 'week' },
    weight: 5,
    prices: [{ amountMinor: 2_400, interval: 'month' }],
  },
  {
    name: 'Weekly Treat',
    description: 'Two drinks every week.',
    allowance: { drinks: 2, per: 'week' },
    weight: 3,
    prices: [
      { amountMinor: 650, interval: 'week' },
      { amountMinor: 1_200, interval: 'week', intervalCount: 2 },
    ],
  },
  {
    name: 'Day Pass',
    description: 'Three drinks today.',
    allowance: { drinks: 3, per: 'day' },
    weight: 1,
    prices: [{ amountMinor: 240, interval: 'day' }],
  },
] as const satisfies Offer[]

/** Returns two to five plans per selling merchant, and one for each merchant in review. */
export function planPlans(now: Date, merchants: readonly DemoMerchant[]): DemoPlan[] {
  return merchants.flatMap((merchant, index) =>
    offers.slice(0, offerCount(merchant, index)).map((offer, number) => {
      const id = demoId('pln', index * 10 + number + 1)
      return {
        id,
        merchantId: merchant.id,
        name: offer.name,
        active: true,
        fields: { description: offer.description, allowance: offer.allowance, singleDrinkPrice: 480 },
        createdAt: merchant.createdAt,
        // One plan of the first merchant was changed this week.
        updatedAt: index === 0 && number === 2 ? new Date(now.getTime() - 70 * 3_600_000) : merchant.createdAt,
        weight: offer.weight,
        prices: offer.prices.map((price, priceNumber) => ({
          id: `${id.replace('pln', 'pri')}-${priceNumber + 1}`,
          planId: id,
          currency: merchant.currency,
          intervalCount: 1,
          ...price,
        })),
      }
    }),
  )
}

function offerCount(merchant: DemoMerchant, index: number) {
  if (merchant.sells) return index === 0 ? offers.length : 2 + (index % 4)
  return merchant.status === 'pending_review' ? 1 : 0
}
