const wholeBasisPoints = 10_000n

export type Amounts = {
  /** All amounts are in minor units. Gross is negative only for imported charges. */
  gross: number
  fee: number
  adjustments: number
  net: number
}

/** Returns the fee in minor units, rounded half up. A gross of 0 or less has no fee. */
export function feeOf(gross: number, basisPoints: number): number {
  if (gross <= 0) return 0
  const exact = BigInt(gross) * BigInt(basisPoints)
  return Number((exact + wholeBasisPoints / 2n) / wholeBasisPoints)
}

/** net = gross − fee + adjustments */
export function amountsOf(gross: number, basisPoints: number, adjustments: number): Amounts {
  const fee = feeOf(gross, basisPoints)
  return { gross, fee, adjustments, net: exactly(gross - fee + adjustments) }
}

/**
 * Sums amounts exactly.
 * @throws RangeError beyond 2^53
 */
export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => exactly(sum + exactly(amount)), 0)
}

/**
 * Converts a database sum, which is text beyond the range of a number.
 * @throws RangeError beyond 2^53
 */
export function exactly(amount: number | string | null): number {
  const value = Number(amount ?? 0)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${amount} is too large.`)
  return value
}

type MerchantSum = { merchantId: string; currency: string; amount: number | string; count: number }
export type PreviewDetails = {
  /** Charges of the period that no other payout has. */
  own: readonly MerchantSum[]
  late: readonly MerchantSum[]
  /** Adjustments without a payout. */
  waiting: readonly MerchantSum[]
}
export type NewRow = Amounts & { merchantId: string; currency: string; renewalCount: number; lateCount: number }

/** Returns the payouts that a generation would create, in no order. */
export function previewOf(details: PreviewDetails, basisPoints: number): NewRow[] {
  const [own, late, waiting] = [details.own, details.late, details.waiting].map(byKey)
  const all = byKey([...details.own, ...details.late, ...details.waiting])
  return [...all].map(([key, { merchantId, currency }]) => {
    const [inMonth, added, adjusted] = [own, late, waiting].map((sums) => sums?.get(key))
    const lateCount = added?.count ?? 0
    const renewalCount = (inMonth?.count ?? 0) + lateCount
    const gross = sumOf([exactly(inMonth?.amount ?? 0), exactly(added?.amount ?? 0)])
    const amounts = amountsOf(gross, basisPoints, exactly(adjusted?.amount ?? 0))
    return { ...amounts, merchantId, currency, renewalCount, lateCount }
  })
}

const keyOf = ({ merchantId, currency }: { merchantId: string; currency: string }) => `${merchantId} ${currency}`
const byKey = (sums: readonly MerchantSum[]) => new Map(sums.map((sum) => [keyOf(sum), sum]))
