import { counted, formatAverage, formatShare } from '@quaff/platform/console/display/figure-text'
import { unrecordedText } from '@quaff/platform/console/display/measured-words'
import { isOnRecord } from '@quaff/platform/shared/windows/comparison'
import type { DayRange } from '../range/rules'
import type { Drinks } from '../usage/contract'
import { isOnePart, type DrinkBar, type DrinkTotals } from '../usage/rules'

export type DrinkUnit = { one: string; many: string }

const subscriber = { one: 'subscriber', many: 'Subscribers' } as const satisfies DrinkUnit
const subscriberMonth = { one: 'subscriber and month', many: 'Subscriber-months' } as const satisfies DrinkUnit

/** Of a range that is read month by month, a subscriber counts once in each. */
export const unitOf = (range: DayRange): DrinkUnit => (isOnePart(range) ? subscriber : subscriberMonth)

const whom =
  'Completed redemptions per customer. Subscribers who didn’t redeem count as 0. Voided redemptions aren’t included.'

export function drinksFormula(unit: DrinkUnit): string {
  if (unit === subscriber) return whom
  return `${whom} Over 92 days, each subscriber counts once per calendar month.`
}

/** "3–4 drinks", "61 or more drinks"; short: "3–4", "61+". */
export function barText({ from, to }: DrinkBar, isShort = false): string {
  const range = to === from ? `${from}` : `${from}–${to}`
  if (isShort) return to === null ? `${from}+` : range
  if (to === null) return `${from} or more drinks`
  return to === 1 ? '1 drink' : `${range} drinks`
}

export const shareText = (people: number, all: number) => formatShare(all === 0 ? 0 : people / all)

/** "1,204 subscribers · average 6.2 · median 5" */
export function totalsText({ people, average, median }: DrinkTotals, unit: DrinkUnit): string {
  const who = counted(people, unit.many.toLowerCase().replace(/s$/, ''))
  if (average === null || median === null) return who
  return `${who} · average ${formatAverage(average)} · median ${median}`
}

export const personlessText = ({ withoutPerson }: Drinks) =>
  `${counted(withoutPerson, 'redemption')} without a customer not included`

type Recorded = Pick<Drinks, 'window' | 'recordedSince' | 'timeZone'>

/** Why there is no figure at all; undefined where the range reaches the first redemption. */
export function beforeRecordText({ window, recordedSince, timeZone }: Recorded): string | undefined {
  if (recordedSince === null || recordedSince < window.to) return undefined
  return `Redemptions are ${unrecordedText(recordedSince, timeZone)}. Choose a later range.`
}

/** Why early days of the range are not in the figures; undefined where all are. */
export function leftOutText({ window, recordedSince, timeZone }: Recorded): string | undefined {
  if (recordedSince === null || isOnRecord(timeZone, window, recordedSince)) return undefined
  return `Days before the first redemption aren’t included: ${unrecordedText(recordedSince, timeZone)}`
}
