import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import { priceLabel } from '../prices/rules'
import { windowText } from '../rules'
import { changesBetween, parsePrice, type PlanValues, type PriceValues } from './plan-form-values'

/** The plan's fields as they are chosen between when two people saved: what makes one sentence together is one choice. */
export function planMergeWords(locationNames: ReadonlyMap<string, string>): MergeWords<PlanValues> {
  return {
    labels: {
      name: 'Name',
      description: 'Description',
      visibility: 'Visibility',
      drinks: 'Allowance',
      per: 'Allowance',
      hasWindow: 'Times',
      days: 'Times',
      from: 'Times',
      to: 'Times',
      eligibleItems: 'Eligible items',
      validLocationIds: 'Valid locations',
      singleDrinkPrice: 'Price of a single drink',
      prices: 'Prices',
    },
    times: ['Times'],
    show: {
      Visibility: ({ visibility }) => (visibility === 'public' ? 'In the app' : 'Hidden'),
      Allowance: ({ drinks, per }) => (drinks.trim() === '' ? 'No limit' : `${drinks.trim()} a ${per}`),
      Times: (values) => {
        const { timeWindow } = changesBetween(undefined, values)
        return timeWindow ? windowText(timeWindow) : 'At any time'
      },
      'Valid locations': ({ validLocationIds }) =>
        validLocationIds.length === 0
          ? 'All locations'
          : validLocationIds.map((id) => locationNames.get(id) ?? 'Deleted location').join(', '),
      Prices: ({ prices }) => prices.map(priceWords).join('\n'),
    },
  }
}

function priceWords(typed: PriceValues): string {
  const price = parsePrice(typed)
  const words = price ? priceLabel(price) : typed.amount
  return typed.active ? words : `${words}, not on sale`
}
