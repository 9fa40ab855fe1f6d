import { createFileRoute } from '@tanstack/react-router'
import { subscriptionSearch } from '@quaff/features/subscriptions/console/subscription-search-widget'
import { SubscriptionsPage } from '@quaff/features/subscriptions/console/subscriptions-page'
import { pageAccess } from '../../frame/route-access'
import { useUrlSearch } from '../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/subscriptions')({
  staticData: { title: 'Subscriptions', access: pageAccess['/subscriptions'] },
  validateSearch: subscriptionSearch.read,
  component: function SubscriptionsRoute() {
    return <SubscriptionsPage search={Route.useSearch()} onSearch={useUrlSearch()} />
  },
})
