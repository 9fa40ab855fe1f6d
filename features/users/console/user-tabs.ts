import { filterOf, searchOf, withoutAbsent } from '@quaff/platform/console/list/search-values'
import { userFilters, type UserFilter, type UserTab } from '../contract'
import type { UserSearch } from './user-search-widget'

const merchantTabs: readonly UserTab[] = ['team', 'pending']
const allTabs: readonly UserTab[] = ['team', 'pending', 'customers', 'blocked']

/** The list of a chosen merchant has two tabs: owners and viewers. */
export function userTabsFor(isMerchantView: boolean): readonly UserTab[] {
  return isMerchantView ? merchantTabs : allTabs
}

/** A new search covers all users, independent of the open tab. Clearing it returns to the team tab. */
export function userQueryChange({ tab, q: before }: UserSearch, q: string | undefined): Partial<UserSearch> {
  const isBegun = before === undefined && q !== undefined
  const isOver = q === undefined && tab === 'everyone'
  return { q, ...(isBegun && { tab: 'everyone' }), ...(isOver && { tab: undefined }) }
}

export const noUserFilters: Partial<UserSearch> = { ...searchOf(userFilters).read({}), page: undefined }

/** Returns true if the list shows exactly these filters. */
export function showsOnly(search: UserSearch, filters: Partial<UserSearch>): boolean {
  const { tab: _, ...names } = searchOf(userFilters).read({})
  const requested: Partial<UserSearch> = { ...names, ...filters }
  const shown: Partial<UserSearch> = { ...names, ...search }
  const isSame = Object.keys(names).every((name) => Reflect.get(requested, name) === Reflect.get(shown, name))
  return isSame && shownUserTab(search, false) === undefined
}

/** `scopedTo` is the chosen merchant; it wins over a merchant in the address. */
export function userFilterOf(search: UserSearch, timeZone: string, scopedTo: string | undefined): UserFilter {
  const { tab: _, ...requested } = search
  const tab = shownUserTab(search, scopedTo !== undefined)
  return { ...filterOf(userFilters, requested, timeZone), ...withoutAbsent({ tab, merchantId: scopedTo }) }
}

/** Undefined for everyone: no tab is selected, as for a link with only a search, status or role. */
export function shownUserTab(search: UserSearch, isMerchantView: boolean): UserTab | undefined {
  const isPending = search.status === 'pending' && search.q === undefined && search.role === undefined
  if (search.tab === undefined && isPending) return 'pending'
  const isOpen = search.q !== undefined || search.status !== undefined || search.role !== undefined
  const tab = search.tab ?? (isOpen ? 'everyone' : 'team')
  if (tab === 'everyone') return undefined
  return userTabsFor(isMerchantView).includes(tab) ? tab : 'team'
}
