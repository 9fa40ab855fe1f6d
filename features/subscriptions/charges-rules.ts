/** Closer starts count as equal, because senders differ in clocks and rounding. */
const sameStartMs = 5 * 60_000

export type Period = { periodStart: Date; periodEnd: Date }

const isNear = (one: Date, other: Date) => Math.abs(one.getTime() - other.getTime()) < sameStartMs

export const isSamePeriod = (one: Period, other: Period): boolean =>
  one.periodStart.getTime() === other.periodStart.getTime() ||
  (isNear(one.periodStart, other.periodStart) && one.periodEnd.getTime() === other.periodEnd.getTime())

/** Returns true if the later period starts before the earlier one ends. Clock differences are tolerated. */
export function doOverlap(one: Period, other: Period): boolean {
  const [first, second] = one.periodStart <= other.periodStart ? [one, other] : [other, one]
  return second.periodStart.getTime() < first.periodEnd.getTime() - sameStartMs
}

export type Billing = Period & { isProration: boolean; amountMinor: number; listMinor: number; currency: string }
export type BilledCharge = Period & {
  amountMinor: number
  listMinor: number | null
  isProration: boolean
  currency: string
}

/** Amount owed for a charge, including billed amounts. It is negative if a credit exceeds the charge. */
export type Settlement<Charge extends BilledCharge = BilledCharge> = { charge: Charge; owed: number; isBilled: boolean }

/**
 * Settles charges against billings in any order. Billings without a charge become a new one (`missing`) if their sum
 * is positive, else a credit of the overlapping charge.
 */
export function settlementsOf<Charge extends BilledCharge>(
  charges: readonly Charge[],
  billings: readonly Billing[],
  mayCharge: (period: Period) => boolean,
): { settlements: Settlement<Charge>[]; missing: BilledCharge[] } {
  const inOrder = charges.toSorted((one, other) => one.periodStart.getTime() - other.periodStart.getTime())
  const owned = new Map<Charge, Billing[]>(inOrder.map((charge) => [charge, []]))
  const rest: Billing[] = []
  for (const billing of billings) {
    const own = inOrder.find(({ periodStart }) => isNear(periodStart, billing.periodStart))
    if (!own) rest.push(billing)
    else if (own.currency === billing.currency) owned.get(own)?.push(billing)
  }
  const missing: BilledCharge[] = []
  for (const group of groupByStart(rest)) {
    const charge = chargeOfGroup(group)
    if (charge.amountMinor > 0) {
      if (mayCharge(charge)) missing.push(charge)
      continue
    }
    const around = inOrder.findLast(
      (one) => one.currency === charge.currency && one.periodStart < charge.periodStart && doOverlap(one, charge),
    )
    if (around && charge.amountMinor < 0)
      owned.get(around)?.push(...group.map((one) => ({ ...one, isProration: true })))
  }
  const settlements = inOrder.map((charge) => settlementOf(charge, owned.get(charge) ?? []))
  return { settlements, missing }
}

function settlementOf<Charge extends BilledCharge>(charge: Charge, billings: readonly Billing[]): Settlement<Charge> {
  const isBilled = billings.some(({ isProration }) => !isProration)
  const list = charge.isProration ? 0 : (charge.listMinor ?? charge.amountMinor)
  const billed = billings.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return { charge, owed: (isBilled ? 0 : list) + billed, isBilled }
}

function groupByStart(billings: readonly Billing[]) {
  const groups: Billing[][] = []
  for (const billing of billings.toSorted((one, other) => one.periodStart.getTime() - other.periodStart.getTime())) {
    const last = groups.at(-1)
    const [first] = last ?? []
    const isOfLast = first && first.currency === billing.currency && isNear(first.periodStart, billing.periodStart)
    if (last && isOfLast) last.push(billing)
    else groups.push([billing])
  }
  return groups
}

function chargeOfGroup(group: readonly Billing[]): BilledCharge {
  const sum = (of: 'amountMinor' | 'listMinor') => group.reduce((total, billing) => total + billing[of], 0)
  const main = group.find(({ isProration }) => !isProration) ?? group[0]
  if (!main) throw new Error('a group has a billing')
  const { periodStart, periodEnd, currency } = main
  return {
    periodStart,
    periodEnd,
    amountMinor: sum('amountMinor'),
    listMinor: sum('listMinor'),
    isProration: group.every(({ isProration }) => isProration),
    currency,
  }
}

export type Correction = { amountMinor: number; lineMinor: number }

/**
 * Reaches the owed amount through the charge until a payout includes it, then through a correction line. A line also
 * carries a credit that exceeds the charge.
 */
export function correctionOf(
  charge: { amountMinor: number; correctedMinor: number; isTaken: boolean },
  owed: number,
): Correction {
  const amountMinor = charge.isTaken ? charge.amountMinor : Math.max(0, owed - charge.correctedMinor)
  return { amountMinor, lineMinor: owed - amountMinor - charge.correctedMinor }
}
