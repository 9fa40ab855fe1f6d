import { createFileRoute } from '@tanstack/react-router'
import { payoutSearch } from '@quaff/features/payouts/console/payout-search-widget'
import { PayoutsPage } from '@quaff/features/payouts/console/payouts-page'
import { pageAccess } from '../../frame/route-access'
import { useUrlSearch } from '../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/payouts/')({
  staticData: { title: 'Payouts', access: pageAccess['/payouts'] },
  validateSearch: payoutSearch.read,
  component: function PayoutsRoute() {
    return <PayoutsPage search={Route.useSearch()} onSearch={useUrlSearch()} />
  },
})
