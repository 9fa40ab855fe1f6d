import type { ComponentType } from 'react'
import { type ChangeSearch, searchOf, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, mark, oneOf, page, text } from '@quaff/platform/shared/fields/fields'
import { sortOrders } from '@quaff/platform/shared/pagination'
import { textLimits } from '@quaff/platform/shared/text'
import { merchantFilters, merchantSorts } from '../contract'

export const merchantViews = [
  'overview',
  'locations',
  'plans',
  'subscribers',
  'promotions',
  'team',
  'banking',
  'activity',
] as const
export type MerchantView = (typeof merchantViews)[number]

/** `view` is the tab of the open record, `desk` the review desk instead of the list; the last three start a new merchant. */
export const merchantSearch = searchOf({
  ...merchantFilters,
  sort: oneOf(merchantSorts),
  order: oneOf(sortOrders),
  page: page(),
  id: id(),
  view: oneOf(merchantViews),
  desk: mark(),
  action: oneOf(['create']),
  name: text(textLimits.short),
  city: text(textLimits.short),
  postalCode: text(textLimits.short),
})
export type MerchantSearch = SearchOf<typeof merchantSearch>
export type ChangeMerchantSearch = ChangeSearch<MerchantSearch>

/** Every tab but the overview, which is this feature's own. */
type MerchantPartView = Exclude<MerchantView, 'overview'>

interface TransferDialogProps {
  merchantId: string
  merchantName: string
  opened: boolean
  onClose: () => void
}

/**
 * Parts of other features in an open merchant, provided by the app because features cannot import each other's tabs.
 */
export interface MerchantSheetParts {
  tabs: Record<MerchantPartView, ComponentType<{ merchantId: string }>>
  /** Version of the accepted terms, and where they were accepted. */
  Terms: ComponentType<{ merchantId: string }>
  TransferDialog: ComponentType<TransferDialogProps>
}
