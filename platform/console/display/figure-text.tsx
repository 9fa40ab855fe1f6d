import { moneyFormatter } from '../../shared/money/money-formatter'

const countFormat = new Intl.NumberFormat()
const averageFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, signDisplay: 'negative' })
const shareFormats = new Map<string, Intl.NumberFormat>()
const money = moneyFormatter()
const shortMoney = moneyFormatter(undefined, {
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})

/** A hyphen is as wide as half a digit and is broken off at the end of a line; a minus is neither. */
const withMinus = (text: string) => text.replace('-', '−')

export const formatCount = (count: number) => withMinus(countFormat.format(count))

/** "1 drink", "1,204 drinks" */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

export const formatAverage = (value: number) => withMinus(averageFormat.format(value))

/** "7.8%" of 7.8 */
export const formatPercent = (percent: number, mostDigits = 1) => formatShare(percent / 100, mostDigits)

/** "7.8%" of 0.078 */
export const formatShare = (share: number, mostDigits = 1) => shareText(share, 0, mostDigits)

/** Used by table columns: always one decimal, so that the decimal points align. */
export const formatShareCell = (share: number) => shareText(share, 1, 1)

function shareText(share: number, minimumFractionDigits: number, maximumFractionDigits: number): string {
  const digits = { minimumFractionDigits, maximumFractionDigits }
  const key = `${minimumFractionDigits} ${maximumFractionDigits}`
  const format =
    shareFormats.get(key) ?? new Intl.NumberFormat(undefined, { style: 'percent', signDisplay: 'negative', ...digits })
  shareFormats.set(key, format)
  return withMinus(format.format(share))
}

/** Returns true if the change would be shown as "0%". */
export const isNoChange = (percent: number) => Math.abs(percent) < 0.05

/** `amountMinor` counts the currency's smallest unit (cents; yen have none). `currency` is an ISO code in any case. */
export const formatMoney = (amountMinor: number, currency: string) => withMinus(money(amountMinor, currency))

/** "€1,238.00 in EUR"; "CHF 21.00" where the amount already says the code. */
export function formatMoneyWithCode(amountMinor: number, currency: string): string {
  const [text, code] = [formatMoney(amountMinor, currency), currency.toUpperCase()]
  return text.includes(code) ? text : `${text} in ${code}`
}

/** "+$12.00", "−$3.00", and "$0.00" without a sign. */
export const formatMoneyChange = (amountMinor: number, currency: string) =>
  `${amountMinor > 0 ? '+' : ''}${formatMoney(amountMinor, currency)}`

/** Used by axes: "$20K" for 2,000,000 cents. */
export const formatMoneyShort = (amountMinor: number, currency: string) => withMinus(shortMoney(amountMinor, currency))

export function Money({ amountMinor, currency }: { amountMinor: number | null | undefined; currency: string }) {
  if (amountMinor === null || amountMinor === undefined) return <span className="q-num">—</span>
  return <span className="q-num">{formatMoney(amountMinor, currency)}</span>
}
