import { createFileRoute } from '@tanstack/react-router'
import { validatePayoutSearch } from '@quaff/features/payouts/console/payout-search-widget'
import { PayoutsPage } from '@quaff/features/payouts/console/payouts-page'
import { useUrlSearch } from '../../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/payouts/')({
  staticData: { title: 'Payouts', access: 'member' },
  validateSearch: validatePayoutSearch,
  component: function PayoutsRoute() {
    return <PayoutsPage search={Route.useSearch()} onSearch={useUrlSearch()} />
  },
})
