import type { FilterValues } from '@quaff/platform/console/list/filter-chips'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import type { LinkFilter } from '../../contract'
import { validateAffiliateSearch, type AffiliateSearch } from '../affiliate-search-widget'

/** Only what the chips show: the status is a tab. */
export const linkFilterValues = ({ merchantId }: AffiliateSearch, scopedTo: string | undefined): FilterValues =>
  withoutAbsent({ merchantId: scopedTo === undefined ? merchantId : undefined })

export const linkFilterChange = (id: string, value: string | undefined): Partial<AffiliateSearch> => ({
  merchantId: validateAffiliateSearch({ [id]: value }).merchantId,
  page: undefined,
})

export const noLinkFilters = {
  q: undefined,
  merchantId: undefined,
  page: undefined,
} as const satisfies Partial<AffiliateSearch>

/** `scopedTo` is the chosen merchant; it wins over a merchant in the address. */
export function linkFilterOf(search: AffiliateSearch, scopedTo: string | undefined): LinkFilter {
  return withoutAbsent({ merchantId: scopedTo ?? search.merchantId, status: search.status ?? 'active', q: search.q })
}
