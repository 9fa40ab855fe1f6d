import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, oneOf, page } from '@quaff/platform/shared/fields/fields'
import { linkFilters } from '../contract'

/** Without `status` the active links are shown; `action` opens the dialog of a new link and never acts. */
export const affiliateSearch = searchOf({ ...linkFilters, page: page(), id: id(), action: oneOf(['create']) })
export type AffiliateSearch = SearchOf<typeof affiliateSearch>
export type OnAffiliateSearch = ChangeSearch<AffiliateSearch>
