import { roles } from '@quaff/features/accounts/contract'
import { roleTitle } from '@quaff/features/accounts/rules'
import type { FilterDefinition, FilterValues } from '@quaff/platform/console/list/filter-chips'
import { splitRange } from '@quaff/platform/console/list/filters/filter-definition'
import { dayRange, withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import type { SortOption } from '@quaff/platform/console/list/sort-menu'
import { merchantAccounts, userStatuses, type ListUsersInput, type UserFilter, type UserTab } from '../../contract'
import { validateUserSearch, type UserSearch } from '../user-search-widget'
import { userStatusFilterLabels } from '../user-status'

const merchantRoles = ['merchant_owner', 'merchant_viewer'] as const
const merchantTabs: readonly UserTab[] = ['team', 'pending']
const allTabs: readonly UserTab[] = ['team', 'pending', 'customers', 'blocked']

/** With a merchant chosen the list is about its own people only: two tabs, two roles. */
export function userTabsFor(isMerchantView: boolean): readonly UserTab[] {
  return isMerchantView ? merchantTabs : allTabs
}

/** `merchant` is undefined where one is chosen already. */
export function userFilters(isMerchantView: boolean, merchant: FilterDefinition | undefined): FilterDefinition[] {
  const shownRoles = isMerchantView ? merchantRoles : [...roles, merchantAccounts]
  const common: FilterDefinition[] = [
    {
      id: 'role',
      label: 'Role',
      kind: 'select',
      options: shownRoles.map((value) => ({ value, label: roleTitle(value) })),
    },
    {
      id: 'status',
      label: 'Status',
      kind: 'select',
      options: userStatuses.map((value) => ({ value, label: userStatusFilterLabels[value] })),
    },
    { id: 'created', label: 'Created', kind: 'date-range' },
  ]
  return merchant ? [...common.slice(0, 2), merchant, ...common.slice(2)] : common
}

export const userSortOptions: SortOption[] = [
  { key: 'created', label: 'Created', directionLabels: { asc: 'oldest first', desc: 'newest first' } },
  { key: 'name', label: 'Name', directionLabels: { asc: 'A–Z', desc: 'Z–A' } },
  { key: 'lastActive', label: 'Last active', directionLabels: { asc: 'oldest first', desc: 'latest first' } },
]

export function userFilterValues(search: UserSearch): FilterValues {
  const { role, status, merchantId, createdFrom, createdTo } = search
  return withoutAbsent({
    role,
    status,
    merchantId,
    created: createdFrom || createdTo ? `${createdFrom ?? ''}..${createdTo ?? ''}` : undefined,
  })
}

export function userFilterChange(id: string, value: string | undefined): Partial<UserSearch> {
  if (id !== 'created') {
    const valid: Record<string, unknown> = validateUserSearch({ [id]: value })
    const change = { [id]: valid[id], page: undefined }
    return crossesTabs(id, value) ? { ...change, tab: 'everyone' } : change
  }
  const { from, to } = splitRange(value)
  const { createdFrom, createdTo } = validateUserSearch({ createdFrom: from, createdTo: to })
  return { createdFrom, createdTo, page: undefined }
}

/** A status or role belongs to one tab; looking for it in another would find nobody. */
function crossesTabs(id: string, value: string | undefined): boolean {
  return value !== undefined && (id === 'status' || id === 'role')
}

/** New words look among everybody, whatever tab was open; without them the list is the team's again. */
export function userQueryChange({ tab, q: before }: UserSearch, typed: string): Partial<UserSearch> {
  const { q } = validateUserSearch({ q: typed })
  const isBegun = before === undefined && q !== undefined
  const isOver = q === undefined && tab === 'everyone'
  if (isBegun) return { q, page: undefined, tab: 'everyone' }
  return { q, page: undefined, ...(isOver && { tab: undefined }) }
}

export const noUserFilters = {
  q: undefined,
  role: undefined,
  status: undefined,
  merchantId: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  page: undefined,
} as const satisfies Partial<UserSearch>

/** Whether the list shows exactly what these filters, and no others, find. */
export function showsOnly(search: UserSearch, filters: FilterValues): boolean {
  const values = userFilterValues(search)
  const isSame = [...Object.keys(values), ...Object.keys(filters)].every((id) => values[id] === filters[id])
  return isSame && search.q === undefined && shownUserTab(search, false) === undefined
}

/** `scopedTo` is the chosen merchant; it wins over a merchant in the address. */
export function userFilterOf(search: UserSearch, timeZone: string, scopedTo: string | undefined): UserFilter {
  return withoutAbsent({
    tab: shownUserTab(search, scopedTo !== undefined),
    q: search.q,
    role: search.role,
    status: search.status,
    merchantId: scopedTo ?? search.merchantId,
    ...dayRange(search.createdFrom, search.createdTo, timeZone),
  })
}

export function listInputOf(
  search: UserSearch,
  timeZone: string,
  scopedTo: string | undefined,
): Omit<ListUsersInput, 'cursor' | 'limit'> {
  return { ...userFilterOf(search, timeZone, scopedTo), sort: search.sort ?? 'created', order: search.order ?? 'desc' }
}

/** Undefined stands for everyone: no tab is chosen then, as for a link that names only words, a status or a role. */
export function shownUserTab(search: UserSearch, isMerchantView: boolean): UserTab | undefined {
  const isOpen = search.q !== undefined || search.status !== undefined || search.role !== undefined
  const tab = search.tab ?? (isOpen ? 'everyone' : 'team')
  if (tab === 'everyone') return undefined
  return userTabsFor(isMerchantView).includes(tab) ? tab : 'team'
}
