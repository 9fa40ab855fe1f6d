import { codeTitle } from '@quaff/platform/shared/readable-text'
import { businessTypes, type BusinessType } from './contract'

const categoryLabels = {
  coffee_shop: 'Coffee shop',
  coffee_roaster: 'Coffee roaster',
  tea_house: 'Tea house',
  juice_bar: 'Juice bar',
  bar: 'Bar',
  bakery: 'Bakery',
  restaurant: 'Restaurant',
  other: 'Other',
} as const satisfies Record<BusinessType, string>

type CategoryOption = { value: string; label: string }
export const categoryChoices: readonly CategoryOption[] = businessTypes.map((value) => ({
  value,
  label: categoryLabels[value],
}))

/** Imported merchants may have other categories. */
export function categoryLabel(type: string | null): string {
  if (!type) return 'No category'
  return categoryChoices.find(({ value }) => value === type)?.label ?? codeTitle(type)
}

/** The imported category stays selectable for its merchant. */
export function categoryOptions(current: string | null): CategoryOption[] {
  if (!current || readCategory(current)) return [...categoryChoices]
  return [...categoryChoices, { value: current, label: categoryLabel(current) }]
}

/** Null for what is none that could be chosen. */
export function readCategory(value: string | null): BusinessType | null {
  return businessTypes.find((type) => type === value) ?? null
}
