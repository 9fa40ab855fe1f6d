import type { FormRecord } from '../../../building/contract'

/** What approved venues begin as. */
export const categoryWords = {
  coffee_shop: 'Coffee shop',
  coffee_roaster: 'Coffee roaster',
  tea_house: 'Tea house',
  juice_bar: 'Juice bar',
  bar: 'Bar',
  bakery: 'Bakery',
  restaurant: 'Restaurant',
  other: 'Other',
} as const satisfies Record<NonNullable<FormRecord['category']>, string>

export const categories = Object.entries(categoryWords).map(([value, label]) => ({ value, label }))

export function readCategory(value: string | null): FormRecord['category'] {
  return isCategory(value) ? value : null
}

const isCategory = (value: string | null): value is keyof typeof categoryWords =>
  value !== null && Object.hasOwn(categoryWords, value)
