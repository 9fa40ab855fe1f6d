import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, oneOf, page } from '@quaff/platform/shared/fields/fields'
import { linkFilters } from '../contract'

export const affiliateSearch = searchOf({ ...linkFilters, page: page(), id: id(), action: oneOf(['create']) })
export type AffiliateSearch = SearchOf<typeof affiliateSearch>
export type OnAffiliateSearch = ChangeSearch<AffiliateSearch>
