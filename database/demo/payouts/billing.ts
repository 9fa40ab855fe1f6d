const dayMs = 86_400_000

export type Billing = { interval: string; intervalCount: number }

/** Maximum days of each interval. */
const longestDays: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, year: 366 }
const monthsOf: Readonly<Record<string, number>> = { month: 1, year: 12 }

/** Returns the start of the period after `number` others: on the same day of the month, or on its last day. */
export function renewalAt(start: Date, { interval, intervalCount }: Billing, number: number): Date {
  const steps = number * intervalCount
  const months = monthsOf[interval]
  if (months === undefined) return new Date(start.getTime() + steps * (longestDays[interval] ?? 1) * dayMs)
  const at = new Date(start.getTime())
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + steps * months)
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return at
}

/** Returns the number of renewals up to `at`. */
export function renewalsBy(start: Date, billing: Billing, at: Date): number {
  const longestMs = (longestDays[billing.interval] ?? 1) * billing.intervalCount * dayMs
  let count = Math.max(0, Math.floor((at.getTime() - start.getTime()) / longestMs))
  while (renewalAt(start, billing, count + 1) <= at) count++
  return count
}
