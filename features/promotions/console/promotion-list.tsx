import { IconDiscount } from '@tabler/icons-react'
import { categoryChoices } from '@quaff/features/merchants/category-rules'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { filterOf } from '@quaff/platform/console/list/search-values'
import { promotionFilters, type PromotionDefinition, type PromotionId } from '../contract'
import { promotionsApi } from './promotion-queries'
import { promotionSearch } from './promotion-search-widget'

type PromotionDetails = { promotion: Pick<PromotionDefinition & { id: PromotionId }, 'id' | 'title'>; timeZone: string }

/** Its columns hold the switches, which the page knows. */
export const promotionList = defineList<PromotionDetails>()({
  name: 'Merchants',
  columnsName: () => 'promotions',
  search: promotionSearch,
  filters: promotionFilters,
  api: promotionsApi.listForPromotion,
  filter: (search, { promotion, timeZone }) => ({
    promotionId: promotion.id,
    ...filterOf(promotionFilters, search, timeZone),
  }),
  input: (filter, page, { sort = 'name', order = 'asc' }) => ({ ...filter, ...page, sort, order }),
  find: () => ({ placeholder: 'Search merchants by name', label: 'Search merchants' }),
  useChips: () => ({
    enabled: { label: 'Enabled' },
    category: { label: 'Category', options: categoryChoices },
    updated: { label: 'Updated' },
  }),
  sort: {
    first: { key: 'name', direction: 'asc' },
    options: [
      { key: 'name', label: 'Merchant', directionLabels: { asc: 'A–Z', desc: 'Z–A' } },
      { key: 'updated', label: 'Updated', directionLabels: { asc: 'oldest first', desc: 'newest first' } },
    ],
  },
  rowId: ({ merchantId }) => merchantId,
  rowLabel: ({ merchantName }) => merchantName,
  caption: (_, { promotion }) => `Merchants and ${promotion.title}`,
  empty: () => (
    <EmptyState
      icon={IconDiscount}
      title="No merchants yet"
      text="Every merchant appears here with a switch for this promotion."
    />
  ),
})
