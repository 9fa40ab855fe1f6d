import {
  readDay,
  readId,
  readOneOf,
  readPage,
  readText,
  validSearch,
} from '@quaff/platform/console/list/filters/search-values'
import { pageLimits, sortOrders, type SortOrder } from '@quaff/platform/shared/pagination'
import { textLimits } from '@quaff/platform/shared/text'
import { userSorts, userStatuses, userTabs, type UserSort, type UserStatus, type UserTab } from '../contract'

/** What the address of the list holds. `everyone` is reached from the figures above the list and is no tab of its own. */
export type UserSearch = {
  tab?: UserTab | 'everyone'
  q?: string
  role?: string
  status?: UserStatus
  merchantId?: string
  createdFrom?: string
  createdTo?: string
  sort?: UserSort
  order?: SortOrder
  page?: number
  id?: string
  /** Both open the invitation. */
  action?: 'create' | 'invite'
}

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validateUserSearch(raw: Record<string, unknown>): UserSearch {
  return validSearch<UserSearch>({
    tab: readOneOf([...userTabs, 'everyone'] as const, raw.tab),
    q: readText(raw.q, pageLimits.maxSearchLength),
    role: readText(raw.role, textLimits.id),
    status: readOneOf(userStatuses, raw.status),
    merchantId: readId(raw.merchantId),
    createdFrom: readDay(raw.createdFrom),
    createdTo: readDay(raw.createdTo),
    sort: readOneOf(userSorts, raw.sort),
    order: readOneOf(sortOrders, raw.order),
    page: readPage(raw.page),
    id: readId(raw.id),
    action: readOneOf(['create', 'invite'] as const, raw.action),
  })
}
