import { createFileRoute } from '@tanstack/react-router'
import { AnalyticsPage } from '@quaff/features/analytics/console/analytics-page'
import { analyticsSearch } from '@quaff/features/analytics/console/analytics-search-widget'
import { pageAccess } from '../../frame/route-access'
import { movedTab, useUrlSearch } from '../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/analytics')({
  staticData: { title: 'Analytics', access: pageAccess['/analytics'] },
  ...movedTab('subscriptions', '/subscriptions', analyticsSearch.read),
  component: function AnalyticsRoute() {
    return <AnalyticsPage search={Route.useSearch()} onSearch={useUrlSearch()} />
  },
})
