import { counted } from '@quaff/platform/console/display/figures/figure-text'
import type { PlanRevenue } from '../economics/contract'

export type PlanRow = {
  key: string
  /** Null: of several plans, or of none. */
  planId: string | null
  name: string
  /** Null where all are of one merchant. */
  merchantName: string | null
  active: number
  amountMinor: number
  currency: string
  /** Of the total in its currency; null of nothing. */
  share: number | null
}

/** All plans of one currency, the others together as the last row; they add up to its total. */
export function planRowsOf({ totals, rows, rest }: PlanRevenue, currency: string): PlanRow[] {
  const isOfSeveral = new Set(rows.map(({ merchantId }) => merchantId)).size > 1
  const total = totals.find((one) => one.currency === currency)?.amountMinor ?? 0
  const shareOf = (amountMinor: number) => (total === 0 ? null : amountMinor / total)
  const own = rows
    .filter(({ monthly }) => monthly.currency === currency)
    .map(({ planId, planName, merchantName, active, monthly: { amountMinor } }) => ({
      key: `${currency} ${planId ?? ''}`,
      planId,
      active,
      amountMinor,
      currency,
      merchantName: isOfSeveral ? merchantName : null,
      name: planId === null ? 'Without a plan' : planName,
      share: shareOf(amountMinor),
    }))
  const others = rest
    .filter(({ monthly }) => monthly.currency === currency)
    .map(({ plans, active, monthly: { amountMinor } }) => ({
      key: `${currency} others`,
      planId: null,
      merchantName: null,
      active,
      amountMinor,
      currency,
      name: counted(plans, 'other plan'),
      share: shareOf(amountMinor),
    }))
  return [...own, ...others]
}
