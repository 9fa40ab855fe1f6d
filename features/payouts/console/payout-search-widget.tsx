import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, oneOf, page } from '@quaff/platform/shared/fields/fields'
import { sortOrders } from '@quaff/platform/shared/pagination'
import { payoutFilters, payoutSorts, runSteps } from '../contract'

/** `run` is the month of a run. `page` counts loaded pages. `action` opens a dialog and never acts. */
export const payoutSearch = searchOf({
  ...payoutFilters,
  sort: oneOf(payoutSorts),
  order: oneOf(sortOrders),
  page: page(),
  id: id(),
  action: oneOf(['generate', 'bank-file']),
  view: oneOf(['all', 'runs']),
  run: payoutFilters.period,
  step: oneOf(runSteps),
})
export type PayoutSearch = SearchOf<typeof payoutSearch>
export type ChangePayoutSearch = ChangeSearch<PayoutSearch>

export const statementSearch = searchOf({ id: id() })
export type StatementSearch = SearchOf<typeof statementSearch>

export const statementAddress = (payoutId: string) => `/payouts/statement?id=${encodeURIComponent(payoutId)}`
export const payoutAddress = (payoutId: string) => `/payouts?id=${encodeURIComponent(payoutId)}`
export const runAddress = (period: string) => `/payouts?run=${period}`
