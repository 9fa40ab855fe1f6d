import { useQuery } from '@tanstack/react-query'
import type { PlanRecord } from '../contract'
import { planListInput } from './plan-filters'
import { parsePrices, type PlanValues } from './plan-form-values'
import { plansApi } from './plan-queries'

/** Returns the names of the merchant's other plans; empty until they are loaded. */
export function useOtherPlanNames(merchantId: string, planId: string | undefined): string[] {
  const { data } = useQuery(plansApi.list.queryOptions({ input: planListInput(merchantId, {}) }))
  return data?.rows.flatMap(({ id, name }) => (id === planId ? [] : [name])) ?? []
}

/** Returns what is allowed but likely a mistake, compared with the plan as it was opened. */
export function unusualFindings(plan: PlanRecord | undefined, values: PlanValues, otherNames: string[]): string[] {
  const name = comparable(values.name)
  const isNameNew = plan === undefined || comparable(plan.name) !== name
  const taken = isNameNew && otherNames.find((other) => comparable(other) === name)
  return [
    ...(becomesFree(plan, values) ? ['A price of this plan is 0. New subscribers pay nothing.'] : []),
    ...(taken ? [`Another plan is named “${taken}”. Customers can’t tell the two apart.`] : []),
  ]
}

const comparable = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

function becomesFree(plan: PlanRecord | undefined, values: PlanValues): boolean {
  const wasFree = (id: string | undefined) =>
    plan?.prices.some((price) => price.id === id && price.active && price.amountMinor === 0) ?? false
  return (parsePrices(values.prices) ?? []).some(
    ({ id, active, amountMinor }) => active && amountMinor === 0 && !wasFree(id),
  )
}
