/** Days are `YYYY-MM-DD` and have no zone: which one "today" is, the caller says. */
const dayMs = 86_400_000
const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`)
const keyOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Returns undefined if the calendar has no such date. `month` counts from 1. */
function dayOf(year: number, month: number, date: number): string | undefined {
  const ms = Date.UTC(year, month - 1, date)
  const day = new Date(ms)
  return year >= 1000 && year <= 9999 && day.getUTCMonth() === month - 1 && day.getUTCDate() === date
    ? keyOf(ms)
    : undefined
}

export const shiftDays = (day: string, days: number) => keyOf(midnight(day) + days * dayMs)

/** Uses the last day of the month if the target month is shorter. */
export function shiftMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return keyOf(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/** Monday is 0. */
export const weekdayOf = (day: string) => (new Date(midnight(day)).getUTCDay() + 6) % 7

/** Whole weeks from Monday on, that hold the month of `day`. */
export function weeksOfMonth(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`
  const start = shiftDays(first, -weekdayOf(first))
  const weeks = Math.ceil((weekdayOf(first) + Number(shiftDays(shiftMonths(first, 1), -1).slice(8))) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, index) => shiftDays(start, week * 7 + index)),
  )
}

export type DayWords = {
  today: string
  /** True if `3/7` means March 7. */
  monthFirst: boolean
  /** Names from January to December, in lower case. */
  months: readonly string[]
}

/** Parses a typed date such as `2026-03-07`, `7.3.`, `3/7/26`, `7 Mar` or `tomorrow`. */
export function readDay(text: string, { today, monthFirst, months }: DayWords): string | undefined {
  const typed = text.trim().toLowerCase()
  const thisYear = Number(today.slice(0, 4))
  const near = { yesterday: -1, today: 0, tomorrow: 1 }[typed]
  if (near !== undefined) return shiftDays(today, near)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = (typed.match(/\d+/g) ?? []).map(Number)
  const word = /\p{L}{3,}/u.exec(typed)?.[0]
  const named = word === undefined ? -1 : months.findIndex((month) => month.startsWith(word))
  if (word !== undefined && named < 0) return undefined
  const order = monthFirst ? numbers : [numbers[1], numbers[0], ...numbers.slice(2)]
  const [month, date, year = thisYear] = named < 0 ? order : [named + 1, ...numbers]
  if (month === undefined || date === undefined || numbers.length > (named < 0 ? 3 : 2)) return undefined
  return dayOf(year < 100 ? 2000 + year : year, month, date)
}
