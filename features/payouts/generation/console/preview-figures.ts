import { sumByCurrency } from '@quaff/features/subscriptions/rules'
import type { PayoutPreviewRow } from '../contract'
import type { Candidate } from './use-generation'

export type PreviewFigures = {
  /** What is new first. */
  rows: PayoutPreviewRow[]
  /** What would be generated, and is counted below. */
  fresh: PayoutPreviewRow[]
  /** Each once, though it may be paid in several currencies. */
  merchants: Candidate[]
  existing: number
  late: number
  withoutBank: number
  negative: number
  totals: CurrencyTotal[]
}
export type CurrencyTotal = Record<(typeof amounts)[number], number> & { currency: string; count: number }

const amounts = ['gross', 'fee', 'adjustments', 'net'] as const

/** Per currency, never added together; throws where a sum cannot be exact. */
export function figuresOf(rows: readonly PayoutPreviewRow[]): PreviewFigures {
  const fresh = rows.filter(({ state }) => state === 'new')
  const merchants = new Map(fresh.map(({ merchantId: id, merchantName: name }) => [id, { id, name }]))
  return {
    rows: [...fresh, ...rows.filter(({ state }) => state === 'exists')],
    fresh,
    merchants: [...merchants.values()],
    existing: rows.length - fresh.length,
    late: fresh.reduce((sum, { lateCount }) => sum + lateCount, 0),
    withoutBank: fresh.filter(({ bankProblem }) => bankProblem !== null).length,
    negative: fresh.filter(({ net }) => net < 0).length,
    totals: totalsOf(fresh),
  }
}

function totalsOf(rows: readonly PayoutPreviewRow[]): CurrencyTotal[] {
  const [gross = [], fee = [], adjustments = [], net = []] = amounts.map((amount) =>
    sumByCurrency(rows.map((row) => ({ amountMinor: row[amount], currency: row.currency }))),
  )
  return gross.map(({ currency, amountMinor }, index) => ({
    currency,
    gross: amountMinor,
    fee: fee[index]?.amountMinor ?? 0,
    adjustments: adjustments[index]?.amountMinor ?? 0,
    net: net[index]?.amountMinor ?? 0,
    count: rows.filter((row) => row.currency === currency).length,
  }))
}
