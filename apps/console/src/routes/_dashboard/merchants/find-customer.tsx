import { createFileRoute } from '@tanstack/react-router'
import { FindCustomerPage } from '@quaff/features/redemptions/console/find-customer-page'
import { customerSearch } from '@quaff/features/redemptions/console/redemption-search-widget'
import { pageAccess } from '../../../frame/route-access'
import { useUrlSearch } from '../../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/merchants/find-customer')({
  staticData: { title: 'Find customer', access: pageAccess['/merchants/find-customer'] },
  validateSearch: customerSearch.read,
  component: function FindCustomerRoute() {
    return <FindCustomerPage search={Route.useSearch()} onSearch={useUrlSearch()} />
  },
})
