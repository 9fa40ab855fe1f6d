import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, oneOf, text } from '@quaff/platform/shared/fields/fields'
import { pageLimits, sortOrders } from '@quaff/platform/shared/pagination'
import { planSorts, planStatuses, planTemplateIds } from '../contract'

/** `id` is the plan in the editor, `action` a new one, from a template or blank. */
export const planSearch = searchOf({
  q: text(pageLimits.maxSearchLength),
  status: oneOf(planStatuses),
  sort: oneOf(planSorts),
  order: oneOf(sortOrders),
  id: id(),
  action: oneOf(['create']),
  template: oneOf(planTemplateIds),
})
export type PlanSearch = SearchOf<typeof planSearch>
export type ChangePlanSearch = ChangeSearch<PlanSearch>
