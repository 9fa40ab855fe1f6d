import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '@quaff/features/dashboard/console/dashboard-page'
import { dashboardSearch } from '@quaff/features/dashboard/console/dashboard-search-widget'
import { useUrlSearch } from '../../frame/use-url-search'

export const Route = createFileRoute('/_dashboard/dashboard')({
  staticData: { title: 'Dashboard', access: 'member' },
  validateSearch: dashboardSearch.read,
  component: function DashboardRoute() {
    return <DashboardPage search={Route.useSearch()} onSearch={useUrlSearch()} />
  },
})
