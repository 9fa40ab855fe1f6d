import { keyFilters } from '@quaff/features/api-keys/contract'
import { problemFilters } from '@quaff/features/imports/contract'
import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, own, page, text } from '@quaff/platform/shared/fields/fields'
import { textLimits } from '@quaff/platform/shared/text'
import { auditFilters } from '../audit-contract'
import { readSettingsTab } from '../tabs-rules'

export const settingsSearch = searchOf({
  ...keyFilters,
  ...auditFilters,
  tab: own((raw) => (raw === undefined ? undefined : readSettingsTab(raw))),
  mail: text(textLimits.short),
  page: page(),
  id: text(textLimits.short),
  /** The import that is looked at, and which of its problems. */
  run: id(),
  ...problemFilters,
})
export type SettingsSearch = SearchOf<typeof settingsSearch>
export type OnSettingsSearch = ChangeSearch<SettingsSearch>
