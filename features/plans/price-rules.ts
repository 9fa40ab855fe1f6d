import type { BillingInterval } from '@quaff/features/subscriptions/contract'
import { monthlyAmountMinor, sumByCurrency } from '@quaff/features/subscriptions/rules'
import { currencyDigits } from '@quaff/platform/shared/money/decimals'
import type { Money } from '@quaff/platform/shared/money/money'
import { moneyFormatter } from '@quaff/platform/shared/money/money-formatter'
import { plainCharacters } from '@quaff/platform/shared/pasted-text'
import type { BilledPrice, PlanPrice, PriceImpact } from './contract'

const stripped = moneyFormatter(undefined, { trailingZeroDisplay: 'stripIfInteger' })

export type ParsedAmount =
  | { ok: true; amountMinor: number }
  | { ok: false; reason: 'EMPTY' | 'NO_NUMBER' | 'TOO_MANY_DECIMALS' | 'TOO_LARGE' }

/**
 * Drops what can't change the amount: the field's own currency, blanks or apostrophes between thousands, ".-", and
 * other scripts' digits. A point or comma is never taken for a thousands separator.
 */
function plainAmount(typed: string, currency: string) {
  const code = currency.toUpperCase()
  const own = [code, withoutNumber(symbols(0, currency)).toUpperCase()]
  let text = plainCharacters(typed).replaceAll('\u066B', '.').replaceAll('\u066C', "'").trim().toUpperCase()
  for (const mark of own) {
    if (mark !== '' && text.startsWith(mark)) text = text.slice(mark.length).trim()
    if (mark !== '' && text.endsWith(mark)) text = text.slice(0, -mark.length).trim()
  }
  text = text.replace(/(\d)[.,]-$/, '$1')
  return /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d*)?$/.test(text) ? text.replaceAll(/[\s'’]/g, '') : text
}

const symbols = moneyFormatter('en', { currencyDisplay: 'narrowSymbol' })
const withoutNumber = (text: string) => text.replaceAll(/[\d.,\s]/g, '')

/**
 * Parses a typed amount exactly: digits and at most one decimal point or comma. Thousands separated by either are
 * rejected, so that "1,299" is never misread.
 */
export function parseAmount(typed: string, currency: string, maxMinor: number): ParsedAmount {
  const text = plainAmount(typed, currency)
  if (text === '') return { ok: false, reason: typed.trim() === '' ? 'EMPTY' : 'NO_NUMBER' }
  const [, whole = '', decimals = ''] = /^(\d*)(?:[.,](\d*))?$/.exec(text) ?? []
  if (whole + decimals === '') return { ok: false, reason: 'NO_NUMBER' }
  const digits = currencyDigits(currency)
  if (decimals.length > digits) return { ok: false, reason: 'TOO_MANY_DECIMALS' }
  const minor = BigInt(whole + decimals.padEnd(digits, '0'))
  if (minor > BigInt(maxMinor)) return { ok: false, reason: 'TOO_LARGE' }
  return { ok: true, amountMinor: Number(minor) }
}

/** "Read as KWD 1.299" for a typed "1,299", which may also mean a thousand, and for anything but plain digits. */
export function readAmountText(typed: string, currency: string, maxMinor: number): string | undefined {
  const text = typed.trim()
  if (/^\d*[.,]?\d*$/.test(text) && !/^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return undefined
  const parsed = parseAmount(typed, currency, maxMinor)
  return parsed.ok ? `Read as ${shortMoney({ amountMinor: parsed.amountMinor, currency })}` : undefined
}

export const amountTexts = {
  EMPTY: 'Enter an amount',
  NO_NUMBER: 'Digits only, like 29 or 29.50',
  TOO_LARGE: 'This amount is too large',
} as const

/** Returns the error message for a typed amount, or null if it is valid. */
export function amountError(parsed: ParsedAmount, currency: string): string | null {
  if (parsed.ok) return null
  const { reason } = parsed
  if (reason !== 'TOO_MANY_DECIMALS') return amountTexts[reason]
  const digits = currencyDigits(currency)
  return `${currency.toUpperCase()} has ${digits === 0 ? 'no' : digits} decimals. Enter thousands without a separator.`
}

/** "$29", "$6.50": a whole amount goes without decimals. */
export const shortMoney = ({ amountMinor, currency }: Money): string => stripped(amountMinor, currency)

const intervalWords = {
  day: ['day', 'days'],
  week: ['week', 'weeks'],
  month: ['month', 'months'],
  year: ['year', 'years'],
} as const satisfies Record<BillingInterval, readonly [string, string]>

/** "1 month", "3 months" */
export function everyLabel({ interval, intervalCount }: Pick<BilledPrice, 'interval' | 'intervalCount'>): string {
  const count = Math.max(intervalCount, 1)
  return `${count} ${intervalWords[interval][count === 1 ? 0 : 1]}`
}

/** "$29 / month", "$54 every 3 months" */
export function priceLabel(price: BilledPrice): string {
  if (price.intervalCount <= 1) return `${shortMoney(price)} / ${intervalWords[price.interval][0]}`
  return `${shortMoney(price)} every ${everyLabel(price)}`
}

/** Returns the price for lists: the first active one, else the first. */
export function headlinePrice<T extends { active: boolean }>(prices: readonly T[]): T | undefined {
  return prices.find(({ active }) => active) ?? prices[0]
}

/** Writes an empty total as zero in the merchant’s own currency; without a price it stays empty. */
export function totalsOrZero(totals: readonly Money[], currency: string | undefined): Money[] {
  if (totals.length > 0 || currency === undefined) return [...totals]
  return [{ amountMinor: 0, currency }]
}

export function isSamePrice(one: BilledPrice, other: BilledPrice): boolean {
  return (
    one.amountMinor === other.amountMinor &&
    one.currency === other.currency &&
    one.interval === other.interval &&
    Math.max(one.intervalCount, 1) === Math.max(other.intervalCount, 1)
  )
}

/** Index of an active price that repeats an earlier active one; undefined when all differ. */
export function repeatedPrice(prices: readonly (BilledPrice & { active: boolean })[]): number | undefined {
  const index = prices.findIndex(
    (price, at) => price.active && prices.slice(0, at).some((earlier) => earlier.active && isSamePrice(earlier, price)),
  )
  return index === -1 ? undefined : index
}

export type CurrencyLevel = Money & { subscribers: number }

/**
 * G35: monthly amount ÷ (completed redemptions of 30 days ÷ active subscribers), rounded. The monthly amount is the
 * average of the active subscribers in that currency. Empty without redemptions or payments.
 */
export function pricePerDrink(levels: readonly CurrencyLevel[], drinks: number): Money[] {
  const active = levels.reduce((sum, { subscribers }) => sum + subscribers, 0)
  if (drinks <= 0 || active === 0) return []
  return levels
    .filter(({ subscribers }) => subscribers > 0)
    .map(({ amountMinor, currency, subscribers }) => ({
      amountMinor: roundedQuotient(BigInt(amountMinor) * BigInt(active), BigInt(subscribers) * BigInt(drinks)),
      currency,
    }))
}

/** Exact, halves upwards; neither is negative. A product of figures may not fit a number. */
const roundedQuotient = (dividend: bigint, divisor: bigint) => Number((2n * dividend + divisor) / (2n * divisor))

/** G35: monthly amount ÷ price of a single drink, rounded up; null when that is not set. */
export function breakEvenDrinks(price: BilledPrice | undefined, singleDrinkPrice: number | null): number | null {
  if (!price || !singleDrinkPrice) return null
  return Math.ceil(monthlyAmountMinor(price) / singleDrinkPrice)
}

/** Subscribers of one plan who pay the same; `monthlyMinor` is the sum of what was recorded for the active ones. */
export type PayingGroup = BilledPrice & {
  priceId: string | null
  active: number
  running: number
  monthlyMinor: number
}

/** Matches a billed price to the list, active prices first. Returns null without a match. */
export function priceOf(paid: BilledPrice, prices: readonly PlanPrice[]): string | null {
  const same = prices.filter((price) => isSamePrice(price, paid))
  return headlinePrice(same)?.id ?? null
}

/**
 * Compares new prices. A save changes the price of new subscribers; existing ones keep theirs. "If all moved" puts
 * them on the new price. Removed or inactive prices move no subscriber.
 */
export function priceImpact(
  groups: readonly PayingGroup[],
  proposed: readonly (BilledPrice & { id?: string })[],
  drinks: number,
): PriceImpact {
  const moves = groups.flatMap((group) => {
    const to = proposed.find(({ id }) => id !== undefined && id === group.priceId)
    return to && !isSamePrice(group, to) ? [{ group, to }] : []
  })
  const movedTo = new Map(moves.map(({ group, to }) => [group, to]))
  const levelsNow = groups.map(({ currency, monthlyMinor, active }) => ({
    currency,
    amountMinor: monthlyMinor,
    subscribers: active,
  }))
  const levelsMoved = groups.map((group, index) => {
    const to = movedTo.get(group)
    const now = levelsNow[index] ?? { currency: group.currency, amountMinor: 0, subscribers: 0 }
    return to
      ? { currency: to.currency, amountMinor: group.active * monthlyAmountMinor(to), subscribers: group.active }
      : now
  })
  const now = sumLevels(levelsNow)
  const moved = sumLevels(levelsMoved)
  return {
    changes: moves.map(({ group, to }) => ({
      from: billed(group),
      to: billed(to),
      subscribers: group.running,
      mayLose: mayLose(group, to),
    })),
    keptSubscribers: moves.reduce((sum, { group }) => sum + group.running, 0),
    revenue: sumByCurrency([...now, ...moved.map(({ currency }) => ({ currency, amountMinor: 0 }))]).map(
      ({ currency, amountMinor: nowMinor }) => {
        const ifAllMovedMinor = moved.find((level) => level.currency === currency)?.amountMinor ?? 0
        return {
          currency,
          nowMinor,
          ifOnlyNewPayMinor: nowMinor,
          ifAllMovedMinor,
          changeMinor: ifAllMovedMinor - nowMinor,
        }
      },
    ),
    perDrink: { now: pricePerDrink(now, drinks), ifAllMoved: pricePerDrink(moved, drinks) },
  }
}

/**
 * Returns the largest number of active subscriptions that may end while the rest still earn at least the former
 * total.
 */
function mayLose(group: PayingGroup, to: BilledPrice) {
  const [before, after] = [monthlyAmountMinor(group), monthlyAmountMinor(to)]
  if (group.currency !== to.currency || after <= before) return null
  return Math.floor((group.active * (after - before)) / after)
}

export function sumLevels(levels: readonly CurrencyLevel[]): CurrencyLevel[] {
  return sumByCurrency(levels)
    .map((money) => ({
      ...money,
      subscribers: levels
        .filter(({ currency }) => currency === money.currency)
        .reduce((sum, { subscribers }) => sum + subscribers, 0),
    }))
    .filter(({ subscribers }) => subscribers > 0)
}

const billed = ({ amountMinor, currency, interval, intervalCount }: BilledPrice): BilledPrice => ({
  amountMinor,
  currency,
  interval,
  intervalCount,
})
