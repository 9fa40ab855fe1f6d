import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, oneOf, own, page, text } from '@quaff/platform/shared/fields/fields'
import { sortOrders } from '@quaff/platform/shared/pagination'
import { entryFilters, entryLimits, entrySorts } from '../entries-contract'

const waitlistDialogs = ['create', 'edit', 'share', 'next', 'import'] as const
export type WaitlistDialog = (typeof waitlistDialogs)[number]

/** An empty text is a value: it selects people without an area. */
const part = (max: number) => own((raw) => (raw === '' ? '' : text(max).read(raw)))

/** Without `list` the first one by name is shown. An area of the demand view consists of both parts, even if empty. */
export const waitlistSearch = searchOf({
  ...entryFilters,
  list: id(),
  view: oneOf(['demand']),
  city: part(entryLimits.city),
  postalCode: part(entryLimits.postalCode),
  sort: oneOf(entrySorts),
  order: oneOf(sortOrders),
  page: page(),
  id: id(),
  action: oneOf(waitlistDialogs),
})
export type WaitlistSearch = SearchOf<typeof waitlistSearch>
export type OnWaitlistSearch = ChangeSearch<WaitlistSearch>
