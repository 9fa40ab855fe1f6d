import { formatDate } from '@quaff/platform/console/display/date-time'
import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { codeTitle, codeWords } from '@quaff/platform/shared/readable-text'
import type { SubscriptionEventKind, SubscriptionHistoryItem } from '../contract'
import { readPriceText } from '../writing/rules'
import { priceText } from './price-text'

type Details = SubscriptionHistoryItem['details']

const titles = {
  started: 'Subscription started',
  renewed: 'Renewed',
  status_changed: 'Status changed',
  price_changed: 'Price changed',
  plan_changed: 'Plan changed',
  cancel_scheduled: 'Cancellation scheduled',
  cancel_withdrawn: 'Cancellation undone',
  canceled: 'Canceled',
} as const satisfies Record<SubscriptionEventKind, string>

/** What happened in a sentence of its own, and the facts below it; undefined where there are none. */
export function historyText(
  { kind, details }: Pick<SubscriptionHistoryItem, 'kind' | 'details'>,
  timeZone: string,
): { title: string; facts: string | undefined } {
  const facts = factsOf[kind](details, timeZone).filter((fact) => fact !== undefined)
  return { title: titles[kind], facts: facts.length > 0 ? facts.join(', ') : undefined }
}

type Facts = (details: Details, timeZone: string) => (string | undefined)[]

const factsOf = {
  started: (details) => [titleOf(details['status']), startPrice(details)],
  renewed: (details, timeZone) => [dayText('period from', details['periodStart'], timeZone)],
  status_changed: (details) => [change(details, titleOf)],
  price_changed: (details) => [change(details, writtenPrice)],
  plan_changed: (details) => [change(details, textOf)],
  cancel_scheduled: (details, timeZone) => [dayText('ends', details['periodEnd'], timeZone), reasonOf(details)],
  cancel_withdrawn: () => [],
  canceled: (details) => [details['from'] ? `was ${wordsOf(details['from'])}` : undefined, reasonOf(details)],
} as const satisfies Record<SubscriptionEventKind, Facts>

const textOf = (value: Details[string] | undefined) => (value === null || value === undefined ? '—' : String(value))
const wordsOf = (value: Details[string] | undefined) => (value ? codeWords(String(value)) : undefined)
const titleOf = (value: Details[string] | undefined) => (value ? codeTitle(String(value)) : undefined)
const reasonOf = ({ reason }: Details) => (reason ? `reason: ${reason}` : undefined)

function change({ from, to }: Details, word: (value: Details[string] | undefined) => string | undefined) {
  return `${word(from) ?? '—'} → ${word(to) ?? '—'}`
}

function startPrice({ amountMinor, currency }: Details): string | undefined {
  return typeof amountMinor === 'number' && typeof currency === 'string'
    ? formatMoney(amountMinor, currency)
    : undefined
}

/** History is written as `2900 usd / 1 month`; what is written otherwise reads as it is. */
function writtenPrice(value: Details[string] | undefined): string {
  const price = readPriceText(String(value))
  return price ? priceText({ ...price, amount: price.amountMinor }) : textOf(value)
}

function dayText(before: string, value: Details[string] | undefined, timeZone: string): string | undefined {
  const day = typeof value === 'string' ? new Date(value) : undefined
  if (!day || Number.isNaN(day.getTime()) || day.getTime() === 0) return undefined
  return `${before} ${formatDate(day, 'date', { timeZone })}`
}
