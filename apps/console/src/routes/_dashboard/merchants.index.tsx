import { createFileRoute } from '@tanstack/react-router'
import { MerchantListPage, merchantListReads } from '@quaff/features/merchants/console/merchant-list-page'
import { merchantSearch } from '@quaff/features/merchants/console/merchant-search-widget'
import { readAhead } from '../../frame/read-ahead'
import { pageAccess } from '../../frame/route-access'
import { useUrlSearch } from '../../frame/use-url-search'
import { merchantSheetParts } from '../../merchant-sheet-tabs'

export const Route = createFileRoute('/_dashboard/merchants/')({
  staticData: { title: 'Merchants', access: pageAccess['/merchants'] },
  validateSearch: merchantSearch.read,
  loader: readAhead(merchantSearch, merchantListReads),
  component: function MerchantsRoute() {
    return <MerchantListPage search={Route.useSearch()} onSearch={useUrlSearch()} parts={merchantSheetParts} />
  },
})
