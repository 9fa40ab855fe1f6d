import { createFileRoute } from '@tanstack/react-router'
import { promotionSearch } from '@quaff/features/promotions/console/promotion-search-widget'
import { promotionReads, PromotionsPage } from '@quaff/features/promotions/console/promotions-page'
import { readAhead } from '../../frame/read-ahead'
import { pageAccess } from '../../frame/route-access'
import { useUrlSearch } from '../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/plans/promotions')({
  staticData: { title: 'Promotions', access: pageAccess['/plans/promotions'] },
  validateSearch: promotionSearch.read,
  loader: readAhead(promotionSearch, promotionReads),
  component: function PromotionsRoute() {
    return <PromotionsPage search={Route.useSearch()} onSearch={useUrlSearch()} />
  },
})
