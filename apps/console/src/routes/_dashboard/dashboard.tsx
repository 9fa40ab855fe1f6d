import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage, dashboardReads } from '@quaff/features/dashboard/console/dashboard-page'
import { dashboardSearch } from '@quaff/features/dashboard/console/dashboard-search-widget'
import { readAhead } from '../../frame/read-ahead'
import { pageAccess } from '../../frame/route-access'
import { useUrlSearch } from '../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/dashboard')({
  staticData: { title: 'Dashboard', access: pageAccess['/dashboard'] },
  validateSearch: dashboardSearch.read,
  loader: readAhead(dashboardSearch, dashboardReads),
  component: function DashboardRoute() {
    return <DashboardPage search={Route.useSearch()} onSearch={useUrlSearch()} />
  },
})
