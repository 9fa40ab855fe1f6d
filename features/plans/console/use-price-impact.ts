import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PlanPriceInput, PlanRecord } from '../contract'
import { isSamePrice } from '../prices/rules'
import { parsePrices, type PriceValues } from './plan-form-values'
import { plansApi } from './plan-queries'

const pauseMs = 300

/** Whether a price that somebody pays is now another one. */
function meetsSubscribers(plan: PlanRecord, prices: readonly PlanPriceInput[]): boolean {
  return plan.paying.some(({ priceId, ...paid }) =>
    prices.some((price) => priceId !== null && price.id === priceId && !isSamePrice(price, paid)),
  )
}

/** The preview of a price change, asked after a pause in typing; nothing while no subscriber is met. */
export function usePriceImpact(plan: PlanRecord | undefined, values: readonly PriceValues[]) {
  const prices = parsePrices(values)
  const isChange = plan !== undefined && prices !== undefined && meetsSubscribers(plan, prices)
  const [asked] = useDebouncedValue(prices, pauseMs)
  const isTyping = JSON.stringify(asked) !== JSON.stringify(prices)
  const query = useQuery({
    ...plansApi.impact.queryOptions({
      input: { merchantId: plan?.merchantId ?? '', planId: plan?.id ?? '', prices: asked ?? [] },
      placeholderData: keepPreviousData,
    }),
    enabled: isChange && !isTyping,
  })
  return { isChange, query, isWaiting: isChange && (isTyping || query.isFetching) }
}
