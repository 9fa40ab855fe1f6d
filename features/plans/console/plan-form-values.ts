import { billingIntervals, type BillingInterval } from '@quaff/features/subscriptions/contract'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { type Weekday, weekdays } from '@quaff/platform/shared/calendar'
import { errorOf, errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { chosenOf, defineRecord, ownFieldsOf } from '@quaff/platform/shared/fields/record'
import { currencyCodes } from '@quaff/platform/shared/money/currency-codes'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { isolated } from '@quaff/platform/shared/readable-text'
import {
  everyField,
  planFields,
  planLimits,
  type AllowancePeriod,
  type PlanChanges,
  type PlanPrice,
  type PlanPriceInput,
  type PlanRecord,
  type TimeWindow,
} from '../contract'
import { amountError, headlinePrice, parseAmount, priceLabel, repeatedPrice } from '../price-rules'
import { windowText } from '../rules'
import { planTemplates } from '../templates-contract'

/** Numbers stay as they were typed until the form is saved. */
export type PriceValues = {
  key: string
  id?: string
  amount: string
  currency: string
  interval: BillingInterval
  every: string
  active: boolean
}

export const newPrice = (currency: string, amount = ''): PriceValues => ({
  // Unique also among the prices of a draft that an earlier page wrote.
  key: newRequestKey(),
  amount,
  currency,
  interval: 'month',
  every: '1',
  active: true,
})

const typedPrice = (price: PlanPrice): PriceValues => ({
  key: price.id,
  id: price.id,
  amount: decimalText(price.amountMinor, price.currency),
  currency: price.currency,
  interval: price.interval,
  every: String(price.intervalCount),
  active: price.active,
})

const wholeNumber = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined)

export function parsePrice(price: PriceValues): PlanPriceInput | undefined {
  const parsed = parseAmount(price.amount, price.currency, planLimits.maxAmountMinor)
  const every = wholeNumber(price.every)
  if (!parsed.ok || !every || errorOf(everyField, every) !== null) return undefined
  const { id, currency, interval, active } = price
  return { ...(id && { id }), amountMinor: parsed.amountMinor, currency, interval, intervalCount: every, active }
}

/** All prices, or undefined while one of them cannot be read. */
export function parsePrices(prices: readonly PriceValues[]): PlanPriceInput[] | undefined {
  const parsed = prices.flatMap((price) => parsePrice(price) ?? [])
  return parsed.length === prices.length ? parsed : undefined
}

function priceErrors(price: PriceValues, path: string): Record<string, string> {
  const errors: Record<string, string> = {}
  const parsed = parseAmount(price.amount, price.currency, planLimits.maxAmountMinor)
  const amount = amountError(parsed, price.currency)
  if (amount) errors[`${path}.amount`] = amount
  const every = errorOf(everyField, price.every)
  if (every) errors[`${path}.every`] = every
  if (!currencyCodes.includes(price.currency)) errors[`${path}.currency`] = 'Choose a currency'
  return errors
}

function pricesErrors(prices: readonly PriceValues[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [index, price] of prices.entries()) Object.assign(errors, priceErrors(price, `prices.${index}`))
  const parsed = parsePrices(prices)
  const repeated = parsed && repeatedPrice(parsed)
  if (repeated !== undefined) errors[`prices.${repeated}.amount`] = 'The same as another active price'
  return errors
}

function priceText(typed: PriceValues): string {
  const price = parsePrice(typed)
  const label = price ? priceLabel(price) : typed.amount
  return typed.active ? label : `${label}, not on sale`
}

/** A single drink is priced in the currency that lists show the plan in. */
export const drinkCurrency = (prices: readonly { active: boolean; currency: string }[], otherwise = 'usd') =>
  headlinePrice(prices)?.currency ?? otherwise

const weekdayMornings = { days: weekdays.slice(0, 5), from: '06:00', to: '11:00' }
type TypedWindow = { hasWindow: boolean; days: readonly Weekday[]; from: string; to: string }

const windowOf = ({ hasWindow, days, from, to }: TypedWindow): TimeWindow | null =>
  hasWindow ? { days: weekdays.filter((day) => days.includes(day)), from, to } : null

const [own, chosen] = [ownFieldsOf<PlanRecord>(), chosenOf<PlanRecord>()]
const { drinks: drinksField, ...texts } = planFields

const planForm = (currency: string, locationNames: ReadonlyMap<string, string> = new Map()) =>
  defineRecord<PlanRecord>()({
    ...texts,
    visibility: chosen('Visibility', 'visibility', 'public', (value) => (value === 'public' ? 'In the app' : 'Hidden')),
    allowance: own({
      label: drinksField.label,
      /** Blank: no limit. */
      empty: { drinks: '1', per: 'day' as AllowancePeriod },
      read: ({ allowance }) => ({ drinks: allowance ? String(allowance.drinks) : '', per: allowance?.per ?? 'day' }),
      send: ({ drinks: typed, per }) => {
        const drinks = wholeNumber(typed)
        return drinks ? { drinks, per } : null
      },
      errors: ({ drinks }) => errorsOf({ drinks: drinksField }, { drinks }),
      show: ({ drinks, per }) => (drinks.trim() === '' ? 'No limit' : `${drinks.trim()} a ${per}`),
    }),
    timeWindow: own({
      label: 'Times',
      empty: { hasWindow: false, ...weekdayMornings },
      read: ({ timeWindow }) => ({ hasWindow: timeWindow !== null, ...(timeWindow ?? weekdayMornings) }),
      send: windowOf,
      errors: ({ hasWindow, days, from, to }) => ({
        days: hasWindow && days.length === 0 ? 'Choose at least one day' : undefined,
        from: hasWindow && !(from && to) ? 'Enter both times' : undefined,
      }),
      show: (values) => {
        const window = windowOf(values)
        return window ? windowText(window) : 'At any time'
      },
      hasTimes: true,
    }),
    eligibleItems: chosen('Eligible items', 'eligibleItems', []),
    validLocationIds: chosen('Valid locations', 'validLocationIds', [], (ids) =>
      ids.length === 0
        ? 'All locations'
        : ids.map((id) => isolated(locationNames.get(id) ?? 'Deleted location')).join(', '),
    ),
    singleDrinkPrice: own({
      label: 'Price of a single drink',
      empty: { singleDrinkPrice: '' },
      read: ({ singleDrinkPrice: minor, prices }) => ({
        singleDrinkPrice: minor === null ? '' : decimalText(minor, drinkCurrency(prices)),
      }),
      send: ({ singleDrinkPrice }) => {
        const parsed = parseAmount(singleDrinkPrice, currency, planLimits.maxAmountMinor)
        return parsed.ok ? parsed.amountMinor : null
      },
      errors: ({ singleDrinkPrice: typed }) => ({
        singleDrinkPrice:
          amountError(parseAmount(typed || '0', currency, planLimits.maxAmountMinor), currency) ?? undefined,
      }),
    }),
    prices: own({
      label: 'Prices',
      empty: { prices: [] as PriceValues[] },
      read: ({ prices }) => ({ prices: prices.map(typedPrice) }),
      send: ({ prices }) => parsePrices(prices) ?? [],
      errors: ({ prices }) => pricesErrors(prices),
      show: ({ prices }) => prices.map(priceText).join('\n'),
    }),
  })
export type PlanValues = ReturnType<typeof planForm>['empty']

const planFormOf = ({ prices }: PlanValues) => planForm(drinkCurrency(prices))

export function emptyValues(currency: string, templateId?: string): PlanValues {
  const template = planTemplates.find(({ id }) => id === templateId)
  return {
    ...planForm(currency).empty,
    ...(template && {
      name: template.name,
      description: template.description,
      drinks: String(template.allowance.drinks),
      per: template.allowance.per,
      hasWindow: template.timeWindow !== null,
    }),
    prices: [newPrice(currency, template?.amount)],
  }
}

export const toFormValues = (plan: PlanRecord) => planForm(drinkCurrency(plan.prices)).read(plan)
export const toInput = (values: PlanValues) => planFormOf(values).input(values)
/** By field, such as `prices.0.amount`. */
export const planErrors = (values: PlanValues) => planFormOf(values).errors(values)
export const planMergeLabels = (locationNames: ReadonlyMap<string, string>) =>
  planForm('usd', locationNames).mergeLabels

/**
 * Returns only real changes: unreadable fields are left alone, and another currency changes the single drink price.
 * Values must be valid.
 */
export function changesBetween(before: PlanValues, values: PlanValues): PlanChanges {
  const old = toInput(before)
  const input = toInput({ ...values, prices: values.prices.map((price) => knownPrice(price, before)) })
  const differs = (key: string) => JSON.stringify(Reflect.get(input, key)) !== JSON.stringify(Reflect.get(old, key))
  return Object.fromEntries(Object.entries(input).filter(([key]) => differs(key)))
}

/** A price that another editor removed is sent as a new one. */
function knownPrice({ id, ...price }: PriceValues, before: PlanValues): PriceValues {
  return before.prices.some((known) => known.id === id) ? { ...price, id } : price
}

export const intervalOptions = billingIntervals.map((value) => ({ value, label: value }))

/** Twenty prices each list all currencies, so a list renders only when it opens. */
export const drawnWhenOpen = { keepMounted: false, shadow: 'md' } as const

export function savedText({ name, active, prices }: PlanRecord): string {
  if (!active) return `${isolated(name)} is inactive. New customers can’t buy it.`
  const offers = prices.filter((price) => price.active).map(priceLabel)
  return offers.length > 0
    ? `New customers can buy ${isolated(name)} for ${offers.join(' or ')} while the venue is selling.`
    : `${isolated(name)} needs an active price before customers can buy it.`
}
