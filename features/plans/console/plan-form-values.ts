import { billingIntervals, type BillingInterval } from '@quaff/features/subscriptions/contract'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { type Weekday, weekdays } from '@quaff/platform/shared/calendar'
import { faultOf, faultsOf } from '@quaff/platform/shared/fields/form-fields'
import { currencyCodes } from '@quaff/platform/shared/money/currency-codes'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import {
  everyField,
  planFields,
  planLimits,
  type AllowancePeriod,
  type PlanChanges,
  type PlanPriceInput,
  type PlanRecord,
  type PlanVisibility,
} from '../contract'
import { amountFault, headlinePrice, parseAmount, repeatedPrice } from '../price-rules'
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

export type PlanValues = {
  name: string
  description: string
  visibility: PlanVisibility
  /** Blank: no limit. */
  drinks: string
  per: AllowancePeriod
  hasWindow: boolean
  days: Weekday[]
  from: string
  to: string
  eligibleItems: string[]
  validLocationIds: string[]
  singleDrinkPrice: string
  prices: PriceValues[]
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

const weekdayMornings = { days: weekdays.slice(0, 5), from: '06:00', to: '11:00' }

export function emptyValues(currency: string, templateId?: string): PlanValues {
  const template = planTemplates.find(({ id }) => id === templateId)
  return {
    name: template?.name ?? '',
    description: template?.description ?? '',
    visibility: 'public',
    drinks: String(template?.allowance.drinks ?? 1),
    per: template?.allowance.per ?? 'day',
    hasWindow: Boolean(template?.timeWindow),
    ...weekdayMornings,
    eligibleItems: [],
    validLocationIds: [],
    singleDrinkPrice: '',
    prices: [newPrice(currency, template?.amount)],
  }
}

/** A single drink is priced in the currency that lists show the plan in. */
export const drinkCurrency = (prices: readonly { active: boolean; currency: string }[], otherwise = 'usd') =>
  headlinePrice(prices)?.currency ?? otherwise

export function valuesOf(plan: PlanRecord): PlanValues {
  const currency = drinkCurrency(plan.prices)
  const { days, from, to } = plan.timeWindow ?? weekdayMornings
  return {
    name: plan.name,
    description: plan.description ?? '',
    visibility: plan.visibility,
    drinks: plan.allowance ? String(plan.allowance.drinks) : '',
    per: plan.allowance?.per ?? 'day',
    hasWindow: plan.timeWindow !== null,
    days: [...days],
    from,
    to,
    eligibleItems: plan.eligibleItems,
    validLocationIds: plan.validLocationIds,
    singleDrinkPrice: plan.singleDrinkPrice === null ? '' : decimalText(plan.singleDrinkPrice, currency),
    prices: plan.prices.map((price) => ({
      key: price.id,
      id: price.id,
      amount: decimalText(price.amountMinor, price.currency),
      currency: price.currency,
      interval: price.interval,
      every: String(price.intervalCount),
      active: price.active,
    })),
  }
}

const wholeNumber = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined)

export function parsePrice(price: PriceValues): PlanPriceInput | undefined {
  const parsed = parseAmount(price.amount, price.currency, planLimits.maxAmountMinor)
  const every = wholeNumber(price.every)
  if (!parsed.ok || !every || faultOf(everyField, every) !== null) return undefined
  const { id, currency, interval, active } = price
  return { ...(id && { id }), amountMinor: parsed.amountMinor, currency, interval, intervalCount: every, active }
}

/** All prices, or undefined while one of them cannot be read. */
export function parsePrices(prices: readonly PriceValues[]): PlanPriceInput[] | undefined {
  const parsed = prices.flatMap((price) => parsePrice(price) ?? [])
  return parsed.length === prices.length ? parsed : undefined
}

export type PlanErrors = Record<string, string>

/** By field, `prices.0.amount` among them. */
export function planErrors(values: PlanValues): PlanErrors {
  const errors: PlanErrors = { ...faultsOf(planFields, values) }
  if (values.hasWindow && values.days.length === 0) errors.days = 'Choose at least one day'
  if (values.hasWindow && !(values.from && values.to)) errors.from = 'Enter both times'
  const currency = drinkCurrency(values.prices)
  const single = amountFault(parseAmount(values.singleDrinkPrice || '0', currency, planLimits.maxAmountMinor), currency)
  if (single) errors.singleDrinkPrice = single
  for (const [index, price] of values.prices.entries()) Object.assign(errors, priceErrors(price, `prices.${index}`))
  const parsed = parsePrices(values.prices)
  const repeated = parsed && repeatedPrice(parsed)
  if (repeated !== undefined) errors[`prices.${repeated}.amount`] = 'The same as another active price'
  return errors
}

function priceErrors(price: PriceValues, path: string): PlanErrors {
  const errors: PlanErrors = {}
  const parsed = parseAmount(price.amount, price.currency, planLimits.maxAmountMinor)
  const amount = amountFault(parsed, price.currency)
  if (amount) errors[`${path}.amount`] = amount
  const every = faultOf(everyField, price.every)
  if (every) errors[`${path}.every`] = every
  if (!currencyCodes.includes(price.currency)) errors[`${path}.currency`] = 'Choose a currency'
  return errors
}

/** Only what differs from `before`, so that a field which the console could not read is left alone. Values must be valid. */
export function changesBetween(before: PlanValues | undefined, values: PlanValues): PlanChanges {
  if (!before) return toChanges(values)
  const all = toChanges({ ...values, prices: values.prices.map((price) => knownPrice(price, before)) })
  const old = toChanges(before)
  const differs = (key: string) => JSON.stringify(Reflect.get(all, key)) !== JSON.stringify(Reflect.get(old, key))
  return Object.fromEntries(Object.entries(all).filter(([key]) => differs(key)))
}

/** Somebody else may have removed the price meanwhile: it is a new one then. */
function knownPrice({ id, ...price }: PriceValues, before: PlanValues): PriceValues {
  return before.prices.some((known) => known.id === id) ? { ...price, id } : price
}

function toChanges(values: PlanValues): PlanChanges {
  const drinks = wholeNumber(values.drinks)
  const single = parseAmount(values.singleDrinkPrice, drinkCurrency(values.prices), planLimits.maxAmountMinor)
  return {
    name: values.name.trim(),
    description: values.description.trim() || null,
    visibility: values.visibility,
    allowance: drinks ? { drinks, per: values.per } : null,
    timeWindow: values.hasWindow
      ? { days: weekdays.filter((day) => values.days.includes(day)), from: values.from, to: values.to }
      : null,
    eligibleItems: values.eligibleItems,
    validLocationIds: values.validLocationIds,
    singleDrinkPrice: single.ok ? single.amountMinor : null,
    prices: parsePrices(values.prices) ?? [],
  }
}

export const intervalOptions = billingIntervals.map((value) => ({ value, label: value }))

/** Twenty prices with all currencies each: lists are drawn once they open. */
export const drawnWhenOpen = { keepMounted: false, shadow: 'md' } as const

/** What a save means for those who might buy it. */
export function savedText({ name, active, prices }: PlanRecord): string {
  if (!active) return `${name} is inactive. New customers can’t buy it.`
  return prices.some((price) => price.active)
    ? `New customers can buy ${name} while the venue is live.`
    : `${name} needs an active price before customers can buy it.`
}
