import { readId, readOneOf, readPage, readText, validSearch } from '@quaff/platform/console/list/filters/search-values'
import { pageLimits } from '@quaff/platform/shared/pagination'
import type { LinkStatus } from '../contract'

// The contract's own list would bring the schema library into the first page.
const archived = 'archived' satisfies LinkStatus

/** What the address of the list holds; without `status` the active links are shown. `page` counts loaded pages. */
export type AffiliateSearch = {
  status?: typeof archived
  merchantId?: string
  q?: string
  page?: number
  id?: string
  /** Opens the dialog of a new link and never acts. */
  action?: 'create'
}
export type OnAffiliateSearch = (next: Partial<AffiliateSearch>, options?: { replace?: boolean }) => void

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validateAffiliateSearch(raw: Record<string, unknown>): AffiliateSearch {
  return validSearch<AffiliateSearch>({
    status: readOneOf([archived] as const, raw.status),
    merchantId: readId(raw.merchantId),
    q: readText(raw.q, pageLimits.maxSearchLength),
    page: readPage(raw.page),
    id: readId(raw.id),
    action: readOneOf(['create'] as const, raw.action),
  })
}
