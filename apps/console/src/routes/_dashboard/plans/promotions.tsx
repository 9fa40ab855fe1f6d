import { createFileRoute } from '@tanstack/react-router'
import { promotionSearch } from '@quaff/features/promotions/console/promotion-search-widget'
import { PromotionsPage } from '@quaff/features/promotions/console/promotions-page'
import { useUrlSearch } from '../../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/plans/promotions')({
  staticData: { title: 'Promotions', access: 'global' },
  validateSearch: promotionSearch.read,
  component: function PromotionsRoute() {
    return <PromotionsPage search={Route.useSearch()} onSearch={useUrlSearch()} />
  },
})
