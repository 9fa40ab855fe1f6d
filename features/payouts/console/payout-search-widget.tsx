import { readId, readOneOf, readPage, readText, validSearch } from '@quaff/platform/console/list/filters/search-values'
import { pageLimits, sortOrders, type SortOrder } from '@quaff/platform/shared/pagination'
import type { PayoutSort } from '../contract'
import { payoutStatuses, type PayoutStatus } from '../statement/contract'

// Of the contract, which would bring its library into the first page, too.
const sorts = ['period', 'merchant', 'net', 'status'] as const satisfies readonly PayoutSort[]
const actions = ['generate', 'bank-file'] as const
// The schema of a period would bring its library into the first page.
const PERIOD = /^(19|20)\d\d-(0[1-9]|1[0-2])$/

/** What the address of the list holds; `page` counts loaded pages, `action` opens a dialog and never acts. */
export type PayoutSearch = {
  status?: PayoutStatus
  /** "2026-10" */
  period?: string
  merchantId?: string
  q?: string
  sort?: PayoutSort
  order?: SortOrder
  page?: number
  id?: string
  action?: (typeof actions)[number]
}
export type ChangePayoutSearch = (next: Partial<PayoutSearch>, options?: { replace?: boolean }) => void

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validatePayoutSearch(raw: Record<string, unknown>): PayoutSearch {
  return validSearch<PayoutSearch>({
    status: readOneOf(payoutStatuses, raw.status),
    period: typeof raw.period === 'string' && PERIOD.test(raw.period) ? raw.period : undefined,
    merchantId: readId(raw.merchantId),
    q: readText(raw.q, pageLimits.maxSearchLength),
    sort: readOneOf(sorts, raw.sort),
    order: readOneOf(sortOrders, raw.order),
    page: readPage(raw.page),
    id: readId(raw.id),
    action: readOneOf(actions, raw.action),
  })
}

/** The address of a printable statement: which one. */
export type StatementSearch = { id?: string }

export function validateStatementSearch(raw: Record<string, unknown>): StatementSearch {
  return validSearch<StatementSearch>({ id: readId(raw.id) })
}

export const statementAddress = (payoutId: string) => `/payouts/statement?id=${encodeURIComponent(payoutId)}`
export const payoutAddress = (payoutId: string) => `/payouts?id=${encodeURIComponent(payoutId)}`
