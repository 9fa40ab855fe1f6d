import { readId, readOneOf, readText, validSearch } from '@quaff/platform/console/list/filters/search-values'
import { pageLimits, sortOrders, type SortOrder } from '@quaff/platform/shared/pagination'
import {
  planSorts,
  planStatuses,
  planTemplateIds,
  type PlanSort,
  type PlanStatus,
  type PlanTemplateId,
} from '../contract'

/** What the address of the page holds. `id` is the plan in the editor, `action` a new one, from a template or blank. */
export type PlanSearch = {
  q?: string
  status?: PlanStatus
  sort?: PlanSort
  order?: SortOrder
  id?: string
  action?: 'create'
  template?: PlanTemplateId
}

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validatePlanSearch(raw: Record<string, unknown>): PlanSearch {
  const action = readOneOf(['create'] as const, raw.action)
  return validSearch<PlanSearch>({
    q: readText(raw.q, pageLimits.maxSearchLength),
    status: readOneOf(planStatuses, raw.status),
    sort: readOneOf(planSorts, raw.sort),
    order: readOneOf(sortOrders, raw.order),
    id: readId(raw.id),
    action,
    template: action && readOneOf(planTemplateIds, raw.template),
  })
}

export type ChangePlanSearch = (next: Partial<PlanSearch>, options?: { replace?: boolean }) => void
