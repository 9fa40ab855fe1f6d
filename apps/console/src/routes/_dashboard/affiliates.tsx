import { createFileRoute } from '@tanstack/react-router'
import { affiliateSearch } from '@quaff/features/affiliates/console/affiliate-search-widget'
import { AffiliatesPage } from '@quaff/features/affiliates/console/affiliates-page'
import { pageAccess } from '../../frame/route-access'
import { useUrlSearch } from '../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/affiliates')({
  staticData: { title: 'Affiliate Links', access: pageAccess['/affiliates'] },
  validateSearch: affiliateSearch.read,
  component: function AffiliatesRoute() {
    return <AffiliatesPage search={Route.useSearch()} onSearch={useUrlSearch()} />
  },
})
