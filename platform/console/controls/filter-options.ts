import { type ComboboxItem, isOptionsGroup, type OptionsFilter } from '@mantine/core'
import { searchMatcher } from '@quaff/platform/shared/search-text'

/** Filters the options of a searchable field by the rules of the lists' search. */
export const filterOptions: OptionsFilter = ({ options, search }) => {
  const matches = searchMatcher(search)
  const isFound = ({ label }: ComboboxItem) => matches(label)
  return options
    .map((option) => (isOptionsGroup(option) ? { ...option, items: option.items.filter(isFound) } : option))
    .filter((option) => isOptionsGroup(option) || isFound(option))
}
